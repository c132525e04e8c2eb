import { type Expression, type RawBuilder, sql } from 'kysely'

/** Whether a text contains what somebody typed, without case; `%` and `_` mean themselves. */
export function containsText(text: Expression<string | null>, typed: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${text}), lower(${typed}::text)) > 0`
}
