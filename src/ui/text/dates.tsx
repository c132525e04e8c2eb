import { createContext, useContext } from 'react'
import { formatDate } from './format.ts'

/** Dates are those of the reader's time zone where it is known, which is that of members, and of UTC elsewhere. */
export const FormatDateContext = createContext(formatDate)

export const useFormatDate = () => useContext(FormatDateContext)

export function DateOf({ at }: { at: string }) {
  const formatDate = useFormatDate()
  return <time dateTime={at}>{formatDate(at)}</time>
}

const dayMs = 24 * 60 * 60 * 1000

/** "today", "yesterday" or "3 days ago" in the reader's days, and the date itself after a week. `now` in milliseconds. */
export function formatDaysAgo(at: string, now: number, format = formatDate): string {
  for (let days = 0; days < 7; days++)
    if (format(at) === format(new Date(now - days * dayMs).toISOString()))
      return ['today', 'yesterday'][days] ?? `${days} days ago`
  return format(at)
}
