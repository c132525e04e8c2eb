import { type Expression, type RawBuilder, sql } from 'kysely'

/** Case-insensitive substring match. Unlike with LIKE, `%` and `_` have no special meaning. */
export function containsText(text: Expression<string | null>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${text}), lower(${typed}::text)) > 0`
}
