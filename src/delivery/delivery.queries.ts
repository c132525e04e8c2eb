import { sql } from 'kysely'
import { activeSuppressions } from '../mail/suppression.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.contract.ts'
import type { Delivery, getDelivery, Missed } from './delivery.contract.ts'
import { dropNotFound } from './delivery.errors.ts'
import { reasonInWords } from './delivery-reasons.ts'
import { deliveryStates } from './delivery-states.ts'

/** One of a member's own drops; throws `dropNotFound`. */
export function findOwnDrop(db: Queryable, userId: number, dropNumber: number) {
  return db
    .selectFrom('drops')
    .select(['id', 'stopped_at'])
    .where('user_id', '=', userId)
    .where('drop_number', '=', dropNumber)
    .executeTakeFirstOrThrow(dropNotFound)
}

export async function findDelivery(
  db: Queryable,
  drop: { id: number; stopped_at: Date | null },
  now: Date,
): Promise<Delivery> {
  const states = await deliveryStates(db, drop.id)
  const { open, retryable } = await db
    .selectFrom('drop_notifications')
    .select([
      sql<number>`count(*) filter (where status = 'unknown' and next_attempt_at is not null)`.as(
        'open',
      ),
      sql<number>`count(*) filter (where ${isRetryable(now)})`.as('retryable'),
    ])
    .where('drop_id', '=', drop.id)
    .where('status', 'in', ['failed', 'skipped', 'unknown'])
    .executeTakeFirstOrThrow()
  return {
    states,
    isRunning: states.pending + states.sending + states.retry + open > 0,
    stoppedAt: drop.stopped_at?.toISOString() ?? null,
    retryable: drop.stopped_at ? 0 : retryable,
  }
}

/** One page of the recipients who did not get a drop for sure, and how many they are. */
export async function listMissed(
  db: Queryable,
  dropId: number,
  { page, pageSize }: QueryOf<typeof getDelivery>,
): Promise<{ missed: Missed[]; total: number }> {
  const missed = db
    .selectFrom('drop_notifications')
    .where('drop_id', '=', dropId)
    .where('drop_notifications.status', 'in', ['failed', 'skipped', 'unknown'])
  const { total } = await missed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await missed
    .innerJoin('recipients', 'recipients.follow_id', 'drop_notifications.follow_id')
    .select([
      'drop_notifications.id',
      'address as email',
      'username',
      'status',
      'last_error',
      'next_attempt_at',
    ])
    .orderBy('drop_notifications.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { missed: rows.map(presentMissed), total }
}

/** Failed, or skipped because of a suppression that is over; never an address that is suppressed now. */
export const isRetryable = (now: Date) => sql<boolean>`
  (status = 'failed' or (status = 'skipped' and last_error like 'suppressed%'))
  and not exists (
    select from recipients r join ${activeSuppressions(now)} s on s.email = lower(r.address)
    where r.follow_id = drop_notifications.follow_id
  )`

type Row = Omit<Missed, 'state' | 'reason'> & {
  status: string
  last_error: string | null
  next_attempt_at: Date | null
}

function presentMissed({ id, email, username, ...row }: Row): Missed {
  const state = row.status as Missed['state']
  const reason = reasonInWords(state, row.last_error, row.next_attempt_at !== null)
  return { id, email, username, state, reason }
}
