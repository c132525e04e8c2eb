/** "6 and 7", "1 to 3": the ranks of `count` tracks, two or more. */
export const rankRange = (first: number, count: number): string =>
  `${first} ${count === 2 ? 'and' : 'to'} ${first + count - 1}`
