import { pluralize } from './pluralize.ts'

/** Which part of a list a page shows: "11–20 of 34 followers", or "7 followers" when that is all. */
export function rangeShown(page: number, pageSize: number, total: number, one: string): string {
  const first = (page - 1) * pageSize + 1
  const words = pluralize(total, one)
  return total <= pageSize ? words : `${first}–${Math.min(first + pageSize - 1, total)} of ${words}`
}
