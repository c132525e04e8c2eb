import { type Expression, type RawBuilder, sql } from 'kysely'

/** Case-insensitive substring match, which a trigram index of `lower(text)` speeds up. `%` and `_` have no special meaning. */
export function containsText(text: Expression<string | null>, typed: string): RawBuilder<boolean> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${text}) like lower(${pattern}::text)`
}
