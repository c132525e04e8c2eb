import { createContext, useContext } from 'react'
import { formatDate } from './format.ts'

/** Dates are those of the reader's time zone where it is known, which is that of members, and of UTC elsewhere. */
export const FormatDateContext = createContext(formatDate)

export const useFormatDate = () => useContext(FormatDateContext)

export function DateOf({ at }: { at: string }) {
  const formatDate = useFormatDate()
  return <time dateTime={at}>{formatDate(at)}</time>
}
