type Sort = 'asc' | 'desc'
type Paging = { sort: Sort; page: number; pageSize: number }

/** How many entries of a list are of a month (UTC). */
type Month = { month: Date; entries: number }

/** Entries that are skipped faster than the months are read. */
const fewEntries = 1_000

/** Whether `findPage` needs the months to be fast. */
export const isFarBack = ({ page, pageSize }: Pick<Paging, 'page' | 'pageSize'>) =>
  (page - 1) * pageSize > fewEntries

/**
 * Limit, offset and direction that read one page of a sorted list from whichever end is nearer. For a list
 * sorted by time, `months` (in order) gives `start`: what was skipped is before it in the direction, and
 * the offset counts from there.
 */
export function findPage({ sort, page, pageSize }: Paging, total: number, months: Month[] = []) {
  const offset = Math.min(total, (page - 1) * pageSize)
  const limit = Math.min(pageSize, total - offset)
  const after = total - offset - limit
  const direction: Sort = after >= offset === (sort === 'asc') ? 'asc' : 'desc'
  return { limit, direction, ...skipMonths(months, direction, Math.min(offset, after)) }
}

function skipMonths(months: Month[], direction: Sort, offset: number) {
  let left = offset
  for (const { month, entries } of direction === 'asc' ? months : months.toReversed()) {
    if (left < entries)
      return { offset: left, start: direction === 'asc' ? month : monthAfter(month) }
    left -= entries
  }
  return { offset, start: null }
}

const monthAfter = (month: Date) =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))
