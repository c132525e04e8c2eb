const numbers = new Intl.NumberFormat('en-US')
const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

export const formatNumber = (value: number): string => numbers.format(value)

/** An ISO time as "Nov 18, 2026"; in UTC, so that server and browser render the same. */
export const formatDate = (time: string): string => dates.format(new Date(time))

/** "1 follower", "1,204 followers". */
export const pluralize = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`

/** "11–20 of 34 followers", or "7 followers" when they fit on one page. */
export function formatRange(page: number, pageSize: number, total: number, noun: string): string {
  const first = (page - 1) * pageSize + 1
  const all = pluralize(total, noun)
  return total <= pageSize ? all : `${first}–${Math.min(first + pageSize - 1, total)} of ${all}`
}
