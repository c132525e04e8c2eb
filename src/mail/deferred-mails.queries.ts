import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'

/** A transactional mail that a server deferred or did not answer, or whose job failed; null for one without such an attempt. */
export async function findDeferredMail(db: Queryable, id: string) {
  const deferred = await db
    .selectFrom('deferred_mails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return deferred ?? null
}

export async function deferMail(
  db: Queryable,
  { id, isUnanswered, now }: { id: string; isUnanswered: boolean; now: Date },
) {
  await db
    .insertInto('deferred_mails')
    .values({ id, created_at: now, first_attempt_at: now, is_unanswered: isUnanswered })
    .onConflict(on =>
      on.column('id').doUpdateSet({
        is_unanswered: isUnanswered,
        first_attempt_at: sql`coalesce(deferred_mails.first_attempt_at, excluded.first_attempt_at)`,
      }),
    )
    .execute()
}

/** Returns how often the job of this mail has failed by an error of ours. */
export async function countFailure(db: Queryable, id: string, now: Date): Promise<number> {
  const { failures } = await db
    .insertInto('deferred_mails')
    .values({ id, created_at: now, failures: 1 })
    .onConflict(on => on.column('id').doUpdateSet({ failures: sql`deferred_mails.failures + 1` }))
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}
