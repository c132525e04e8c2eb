import { sql } from 'kysely'
import { forEachBatch } from '../platform/database/batches.ts'
import type { Queryable } from '../platform/database.ts'

/**
 * Ends follows and removes the tokens of their confirm mails, so that a link that is still on its way
 * does not start them again. Each by one statement, so that a concurrent confirmation is either undone or
 * rejected.
 */
export async function endFollows(db: Queryable, ids: number[], now: Date) {
  const isActive = sql<boolean>`(verified and not unsubscribed)`
  await forEachBatch(ids, batch =>
    db
      .updateTable('radr_follows')
      .set({
        unsubscribed: sql<boolean>`unsubscribed or verified`,
        unsubscribed_date: sql<Date | null>`case when ${isActive} then ${now}::timestamptz else unsubscribed_date end`,
        verification_token: null,
      })
      .where(sql<boolean>`id = any(${batch}::bigint[])`)
      .where(({ or, eb }) => or([isActive, eb('verification_token', 'is not', null)]))
      .execute(),
  )
}
