/** A page's number, or a gap that stands for those left out. */
export type PageShown = number | 'gap'

const all = 7

/** Which pages a pager offers: all of seven or fewer; of more the first, the last and the current with its neighbours, seven places in all. */
export function pagesShown(current: number, last: number): PageShown[] {
  if (last <= all) return range(1, last)
  if (current <= 4) return [...range(1, 5), 'gap', last]
  if (current >= last - 3) return [1, 'gap', ...range(last - 4, last)]
  return [1, 'gap', ...range(current - 1, current + 1), 'gap', last]
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
