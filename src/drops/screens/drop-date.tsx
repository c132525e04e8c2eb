import { formatDate } from '../../ui/format.ts'

/** A day as "Nov 18, 2026". */
export function DropDate({ at }: { at: string }) {
  return <time dateTime={at}>{formatDate(at)}</time>
}
