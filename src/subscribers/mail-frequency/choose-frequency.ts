import { sql } from 'kysely'
import type { Queryable, Transaction } from '../../platform/database.ts'
import type { MailFrequency } from './mail-frequency.schemas.ts'

type Choice = {
  frequency?: 'single' | 'weekly' | undefined
  timeZone?: string | undefined
}

/** Without a time zone the known one stays. Drops that wait for a digest stay in it, on Friday in the chosen time zone. */
export async function chooseFrequency(
  trx: Transaction,
  subscriberId: number,
  { frequency, timeZone }: Choice,
  now: Date,
) {
  if (frequency === undefined) return
  const zone = sql<string>`coalesce(${timeZone ?? null}::text, digest_time_zone, 'UTC')`
  await trx
    .updateTable('follower_registry')
    .set({ digest_time_zone: frequency === 'weekly' ? zone : null })
    .where('id', '=', subscriberId)
    .execute()
  if (frequency === 'weekly') await moveWaiting(trx, subscriberId, now)
}

/**
 * For a subscriber with weekly mail. Otherwise drops from before a change of the time zone came in a mail of their own.
 * Those that belong to a queued mail are not due for weeks.
 */
export async function moveWaiting(trx: Transaction, subscriberId: number, now: Date) {
  await sql`
    update drop_notifications n set next_attempt_at = next_digest_at(${now}, r.digest_time_zone)
    from radr_follows f join follower_registry r on r.id = f.registry_id
    where f.registry_id = ${subscriberId} and n.follow_id = f.id
      and n.status = 'digest' and n.next_attempt_at > ${now}
      and n.next_attempt_at < ${now}::timestamptz + interval '8 days'
  `.execute(trx)
}

export async function findFrequency(db: Queryable, userId: number): Promise<MailFrequency> {
  const subscriber = await db
    .selectFrom('follower_registry')
    .select('digest_time_zone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const timeZone = subscriber?.digest_time_zone ?? null
  return { frequency: timeZone ? 'weekly' : 'single', timeZone }
}
