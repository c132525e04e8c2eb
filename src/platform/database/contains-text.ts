import { type Expression, type RawBuilder, sql } from 'kysely'

/** Case-insensitive substring match, which a trigram index of `lower(text)` speeds up. */
export const containsText = (text: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql`lower(${text}) like ${patternOf(typed)}`

/** Matches texts in lower case that contain what was typed. `%` and `_` have no special meaning. */
export const patternOf = (typed: string) =>
  sql`lower(${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}::text)`
