import { sql } from 'kysely'
import type { SkipReason } from '../../contract/states.shared.ts'
import { defineMailJob, sendFromJob } from '../../mail/account-mail.ts'
import { weeklyMail } from '../../mail/mail-limits.ts'
import type { Queryable } from '../../platform/database.ts'
import { changeDeliveries, skipDeliveries } from '../change-deliveries.ts'
import { composeDigest, type WeeklyPart } from './compose-digest.ts'

/** Sends one subscriber the drops of a week that are still wanted, and records for each what became of the mail. */
export const mailWeekly = defineMailJob({
  name: weeklyMail,
  async run(context, { deliveryIds }: { deliveryIds: number[] }) {
    const { db, clock } = context
    const parts = await findParts(db, deliveryIds, clock.now())
    const [unwanted, wanted] = [parts.filter(isUnwanted), parts.filter(part => !isUnwanted(part))]
    await db.transaction().execute(trx =>
      skipDeliveries(
        trx,
        unwanted.map(({ id, skip_reason }) => ({ id, reason: skip_reason })),
      ),
    )
    if (wanted.length === 0) return
    const { kind, response } = await sendFromJob(
      context,
      'weekly',
      await composeDigest(context, wanted),
    )
    const ids = wanted.map(({ id }) => id)
    await changeDeliveries(
      db,
      sql`id = any(${ids}::bigint[]) and status = 'digest'`,
      sql`status = ${kind}, attempts = 1, next_attempt_at = null, last_error = ${response},
        sent_at = ${kind === 'sent' ? clock.now() : null}`,
    )
  },
})

type Part = WeeklyPart & { skip_reason: SkipReason | null }

const isUnwanted = (part: Part): part is Part & { skip_reason: SkipReason } =>
  part.skip_reason !== null

/** Those that wait still, with the oldest drop first. */
async function findParts(db: Queryable, ids: number[], now: Date): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select n.id, n.drop_id, n.follow_id, subscriber_id, skip_reason, address, address_confirmed, decision.user_id
    from drop_notifications n join drops on drops.id = n.drop_id
    cross join lateral delivery_decision(n.drop_id, n.follow_id, ${now}) decision
    where n.id = any(${ids}::bigint[]) and n.status = 'digest'
    order by drops.created_at, drops.id`.execute(db)
  return rows
}
