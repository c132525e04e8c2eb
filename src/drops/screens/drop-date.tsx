import { dayOf } from '../../ui/day.ts'

/** A day as "Nov 18, 2026". */
export function DropDate({ at }: { at: string }) {
  return <time dateTime={at}>{dayOf(at)}</time>
}
