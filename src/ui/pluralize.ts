const numbers = new Intl.NumberFormat('en-US')

/** "1 follower", "1,204 followers". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
