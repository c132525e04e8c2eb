import { sql } from 'kysely'
import type { Queryable, Transaction } from '../../platform/database.ts'
import type { MailFrequency } from './mail-frequency.schemas.ts'

type Choice = {
  frequency?: 'single' | 'weekly' | undefined
  timeZone?: string | undefined
}

/** Keeps the known time zone if none is given. Drops that wait for a weekly mail stay in it, on Friday in the chosen time zone. */
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
  if (frequency === 'weekly') await moveWeeklyMail(trx, subscriberId, now)
}

/** Moves the weekly mail that waits to Friday in the subscriber's time zone, unless it is due already. */
export async function moveWeeklyMail(trx: Transaction, subscriberId: number, now: Date) {
  await sql`
    update mails set due_at = next_digest_at(${now}, digest_time_zone)
    from follower_registry r
    where r.id = ${subscriberId} and digest_time_zone is not null and subscriber_id = r.id
      and kind = 'weekly-mail' and status = 'pending' and due_at > ${now}`.execute(trx)
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
