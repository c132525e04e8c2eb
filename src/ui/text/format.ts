// Visitors' pages do without Intl: its formatters take long to make while a page is hydrated.

export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** An ISO time as "Nov 18, 2026"; in UTC, so that server and browser render the same. */
export function formatDate(time: string): string {
  const date = new Date(time)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** The same in an IANA time zone; throws a RangeError for what is none. */
export function formatDateIn(zone: string): (time: string) => string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone })
    // A browser may name any zone, in any spelling.
    if (formats.size >= maxFormats) formats.clear()
    formats.set(zone, format)
  }
  const known = format
  return time => known.format(new Date(time))
}

const maxFormats = 500
const formats = new Map<string, Intl.DateTimeFormat>()

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A number in a sentence: up to twelve as a word. */
export const numberWord = (count: number): string => numberWords[count] ?? formatNumber(count)

const numberWords = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Seconds as "4:08". */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const pluralize = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : pluralOf(noun)}`

export const pluralOf = (noun: string): string => irregularPlurals[noun] ?? `${noun}s`

const irregularPlurals: Record<string, string> = { person: 'people', address: 'addresses' }

/** "11–20 of 34 followers", or "7 followers" when they fit on one page. */
export function formatRange(page: number, pageSize: number, total: number, noun: string): string {
  const first = (page - 1) * pageSize + 1
  const all = pluralize(total, noun)
  return total <= pageSize ? all : `${first}–${Math.min(first + pageSize - 1, total)} of ${all}`
}
