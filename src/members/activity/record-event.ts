import type { Queryable } from '../../platform/database.ts'
import type { AccountEventKind } from './activity.schemas.ts'

/** Adds a line to the history that the member can read. `detail` is a username; addresses are not kept here. */
export async function recordEvent(
  db: Queryable,
  userId: number,
  kind: AccountEventKind,
  now: Date,
  detail: string | null = null,
) {
  await db
    .insertInto('account_events')
    .values({ user_id: userId, kind, detail, created_at: now })
    .execute()
}
