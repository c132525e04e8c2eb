import type { Queryable } from '../platform/database.ts'

/** An account mail that a server put off or did not answer; null for one that has reached no server. */
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
    .values({ id, first_attempt_at: now, is_unanswered: isUnanswered })
    .onConflict(on => on.column('id').doUpdateSet({ is_unanswered: isUnanswered }))
    .execute()
}
