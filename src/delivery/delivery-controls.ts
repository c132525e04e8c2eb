import { sql } from 'kysely'
import type { DeliveryStatus } from '../contract/states.shared.ts'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { memberHidden } from '../members/members.errors.ts'
import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { batchSize, idBatches } from '../platform/database/batches.ts'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import { changeDeliveries, skipWaiting } from './change-deliveries.ts'
import {
  findDelivery,
  findOwnDrop,
  isRetryable,
  isUnfinished,
  stopperOf,
} from './delivery.queries.ts'
import type { Delivery } from './delivery.schemas.ts'
import { purgeReceived } from './purge-deliveries.job.ts'
import { reopen } from './record-ended.ts'
import { limitUnconfirmed } from './unconfirmed-recipients.ts'

/**
 * Makes the deliveries that can be retried pending again, as if never attempted; those to accounts without a confirmed
 * address count as mails anew. A part has left its weekly mail, and comes as a drop mail. Throws `notFound`,
 * `delivery_stopped` or `memberHidden`.
 */
export async function retryFailed(
  context: Context,
  userId: number,
  dropNumber: number,
): Promise<Delivery> {
  const { db, clock } = context
  const drop = await findOwnDrop(db, userId, dropNumber)
  if (stopperOf(drop) === 'owner')
    throw new Failure('delivery_stopped', 'You stopped this drop, so nobody else will get it.')
  const now = clock.now()
  // One transaction locks the member, so that whoever hides them at the same time stops this drop.
  await db.transaction().execute(async trx => {
    if ((await lockMember(trx, userId)).hidden_reason !== null) throw memberHidden()
    if (!(await reopen(trx, drop.id, now))) return
    // Ends a stop by an administrator. One that came since it was read stays, and without a stop nothing matches.
    await trx
      .updateTable('drops')
      .set({ stopped_at: null })
      .where('id', '=', drop.id)
      .where('stopped_at', '=', drop.stopped_at)
      .execute()
    const retried: number[] = []
    for await (const ids of readDeliveries(trx, drop.id, ['failed', 'skipped'])) {
      const changed = await changeDeliveries(
        trx,
        sql`drop_id = ${drop.id} and id = any(${ids}::bigint[]) and ${isRetryable(now)}`,
        sql`status = 'pending', attempts = 0, next_attempt_at = null, last_error = null, mailed_with = null`,
      )
      retried.push(...changed.map(({ id }) => id))
    }
    await limitUnconfirmed(context, trx, drop.id, retried, now)
  })
  return findDelivery(db, await findOwnDrop(db, userId, dropNumber), now)
}

/** Skips deliveries that are neither in flight nor finished; repeating it has no effect. Throws `notFound` or `delivery_finished`. */
export async function stopDrop(
  { db, clock }: Context,
  userId: number,
  dropNumber: number,
): Promise<Delivery> {
  const now = clock.now()
  const found = await findOwnDrop(db, userId, dropNumber)
  if (!found.stopped_at && isFinished(await findDelivery(db, found, now)))
    throw new Failure(
      'delivery_finished',
      'This drop is no longer being sent: there is nothing to stop.',
    )
  const drop = { ...found, stopped_at: found.stopped_at ?? now }
  // Committed first, so that from now on no delivery starts and deliveries that are added are skipped.
  await db
    .updateTable('drops')
    .set({ stopped_at: drop.stopped_at })
    .where('id', '=', drop.id)
    .where('stopped_at', 'is', null)
    .execute()
  await skipRemaining(db, drop.id)
  return findDelivery(db, drop, now)
}

/** Returns the ids of the stopped drops for `skipStopped`. After the commit no delivery of theirs starts. */
export async function stopRunningDrops(
  trx: Transaction,
  userId: number,
  now: Date,
): Promise<number[]> {
  const drops = await trx
    .updateTable('drops')
    .set({ stopped_at: now })
    .where('user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .where(isUnfinished)
    .returning('id')
    .execute()
  return drops.map(({ id }) => id)
}

/** Deliveries of the drops that the account made. What it got is deleted with its follows, or purged once old. */
export const deliveriesOfAccount: AccountPart = {
  confirm: (trx, { id }, now) => purgeReceived(trx, id, now),
  end: stopRunningDrops,
  table: 'drop_notifications',
  isOf: userId => sql`drop_id in (select id from drops where user_id = ${userId})`,
}

/** Skips the rest at once. If this is interrupted, a sender that claims one of the deliveries skips it. */
export async function skipStopped(db: Database, dropIds: number[]) {
  for (const id of dropIds) await skipRemaining(db, id)
}

const isFinished = ({ isRunning, states }: Delivery) => !isRunning && states.weekly === 0

/** Uses transactions, because these are retried after a deadlock with a sender. */
async function skipRemaining(db: Database, dropId: number) {
  // Waits for senders that are writing an outcome and have not seen that the drop is stopped.
  await db
    .transaction()
    .execute(trx =>
      trx
        .selectFrom('drop_notifications')
        .select('id')
        .where('drop_id', '=', dropId)
        .where('status', '=', 'sending')
        .orderBy('id')
        .forUpdate()
        .execute(),
    )
  for (const status of ['pending', 'retry'] as const)
    for await (const ids of readDeliveries(db, dropId, [status]))
      await db
        .transaction()
        .execute(trx =>
          skipWaiting(trx, sql`drop_id = ${dropId} and id = any(${ids}::bigint[])`, 'stopped'),
        )
  for await (const ids of readDeliveries(db, dropId, ['unknown']))
    await db
      .transaction()
      .execute(trx =>
        changeDeliveries(
          trx,
          sql`drop_id = ${dropId} and id = any(${ids}::bigint[]) and status = 'unknown'`,
          sql`next_attempt_at = null`,
        ),
      )
}

/** Ids of the deliveries of a drop in some states, `batchSize` at a time. */
const readDeliveries = (db: Queryable, dropId: number, states: DeliveryStatus[]) =>
  idBatches(after =>
    db
      .selectFrom('drop_notifications')
      .select('id')
      .where('drop_id', '=', dropId)
      .where('status', 'in', states)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
