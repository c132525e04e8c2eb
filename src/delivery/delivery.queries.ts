import { sql } from 'kysely'
import {
  type ShownState,
  type SkipReason,
  shownStates,
  suppressedSkips,
  undeliveredStates,
} from '../contract/states.shared.ts'
import { ifNamed } from '../follows/follows.queries.ts'
import { hasSuppression } from '../mail/mailboxes/suppression.ts'
import { readMailFlow } from '../mail/pausing/mail-flow.queries.ts'
import { ownConnection } from '../platform/database/pipelining-driver.ts'
import type { Queryable } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import type { QueryOf } from '../platform/http/endpoint.shared.ts'
import type { Delivery, getDelivery, Undelivered } from './delivery.schemas.ts'
import { maxRetryable } from './delivery.shared.ts'
import { undeliveredReason } from './undelivered-reason.ts'

type OwnDrop = {
  id: number
  stopped_at: Date | null
  stopped_by_hiding: boolean
  deliveries_pruned_at: Date | null
}

/** Finds one of a member's own drops; throws `notFound`. */
export function findOwnDrop(db: Queryable, userId: number, dropNumber: number): Promise<OwnDrop> {
  return db
    .selectFrom('drops')
    .select(['id', 'stopped_at', 'deliveries_pruned_at', stoppedByHiding.as('stopped_by_hiding')])
    .where('user_id', '=', userId)
    .where('drop_number', '=', dropNumber)
    .executeTakeFirstOrThrow(() => notFound('This drop'))
}

/** Hiding a member stops the drops that run at the time of that action. */
const stoppedByHiding = sql<boolean>`exists (select from moderation_actions hiding
  where hiding.user_id = drops.user_id and action = 'hide' and hiding.created_at = stopped_at)`

export async function findDelivery(db: Queryable, drop: OwnDrop, now: Date): Promise<Delivery> {
  const [states, { isUnknownRetried, ...remaining }, { failing_since, failure }] =
    await Promise.all([
      countDeliveries(db, drop.id),
      countRemaining(db, drop.id, now),
      readMailFlow(db),
    ])
  const stoppedBy = stopperOf(drop)
  const isRunning = states.pending + states.sending + states.retry > 0 || isUnknownRetried
  return {
    states,
    isRunning,
    serverFailure:
      isRunning && failing_since
        ? { since: failing_since.toISOString(), reply: failure ?? '' }
        : null,
    stoppedBy,
    ...(stoppedBy === 'owner' ? nothingRetryable : remaining),
  }
}

const nothingRetryable = { retryable: 0, retryableFailed: 0 }

export const stopperOf = ({ stopped_at, stopped_by_hiding }: OwnDrop) =>
  stopped_at && (stopped_by_hiding ? 'administrator' : 'owner')

/** The numbers always add up to `audience`. Recipients without a delivery yet count as pending. */
export async function countDeliveries(db: Queryable, dropId: number): Promise<Delivery['states']> {
  const { drop_followers, enqueued_at, delivery_counts } = await db
    .selectFrom('drops')
    .select(['drop_followers', 'enqueued_at', 'delivery_counts'])
    .where('id', '=', dropId)
    .executeTakeFirstOrThrow()
  const counted = delivery_counts ?? (await countStates(db, 'drop_id', dropId))
  const counts = Object.fromEntries(
    shownStates.map(state => [state, counted[state] ?? 0]),
  ) as Record<ShownState, number>
  const enqueued = Object.values(counts).reduce((sum, count) => sum + count)
  const missing = enqueued_at ? 0 : Math.max(0, drop_followers - enqueued)
  return { ...counts, pending: counts.pending + missing, audience: enqueued + missing }
}

const shownState = sql<ShownState>`case when weekly_mail_id is null then status else 'weekly' end`

type Counts = Partial<Record<ShownState, number>>

/** States without deliveries are absent. */
export async function countStates(db: Queryable, of: 'drop_id' | 'follow_id', id: number) {
  const rows = await db
    .selectFrom('drop_notifications')
    .select(({ fn }) => [shownState.as('status'), fn.countAll<number>().as('count')])
    .where(of, '=', id)
    .groupBy(shownState)
    .modifyEnd(ownConnection)
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Counts
}

/**
 * Holds for a row of `drops` while mails about it are still to be sent, those that come in weekly mails included, which `isRunning`
 * above leaves out. What `recordEnded` has counted has ended.
 */
export const isUnfinished = sql<boolean>`(enqueued_at is null or (delivery_counts is null and exists (
  select from drop_notifications n where n.drop_id = drops.id
    and (n.status in ('pending', 'sending', 'retry')
      or (n.status = 'unknown' and n.next_attempt_at is not null)))))`

/** Whether some without a response are tried again, how many "Try again" would retry, and how many of these failed. */
async function countRemaining(db: Queryable, dropId: number, now: Date) {
  const { rows } = await sql<{
    isUnknownRetried: boolean
    retryable: number
    retryableFailed: number
  }>`
    select exists (
      select from drop_notifications
      where drop_id = ${dropId} and status = 'unknown' and next_attempt_at is not null
    ) as "isUnknownRetried",
    count(*) as retryable, count(*) filter (where status = 'failed') as "retryableFailed"
    from (
      select status from drop_notifications
      where drop_id = ${dropId} and status in ('failed', 'skipped') and ${isRetryable(now)}
      limit ${sql.lit(maxRetryable)}
    ) counted`.execute(db)
  return rows[0] ?? { isUnknownRetried: false, ...nothingRetryable }
}

/**
 * Failed, or skipped because of a suppression that has ended, or because the drop was stopped, which `retryFailed` refuses
 * if its owner did that; never an email that is suppressed now. `search_text` of a follow is the email.
 */
export const isRetryable = (now: Date) => sql<boolean>`
  (status = 'failed' or (status = 'skipped' and last_error = any(${retryableSkips}::text[])))
  and not exists (
    select from radr_follows f
    where f.id = drop_notifications.follow_id and ${hasSuppression(sql`f.search_text`, now)}
  )`

const retryableSkips: SkipReason[] = [...suppressedSkips, 'stopped']

/**
 * The deliveries of a drop that did not, or not certainly, arrive. The states are constants in the text: if they were
 * parameters, PostgreSQL would not use the index of these states and would read every delivery of the drop.
 */
export const selectUndelivered = (db: Queryable, dropId: number) =>
  db
    .selectFrom('drop_notifications')
    .where('drop_id', '=', dropId)
    .where(sql<boolean>`status in (${sql.join(undeliveredStates.map(state => sql.lit(state)))})`)

/** One page of the recipients to whom a drop was not, or not certainly, delivered, and their total number. */
export async function listUndelivered(
  db: Queryable,
  drop: OwnDrop,
  { page, pageSize }: QueryOf<typeof getDelivery>,
): Promise<{ undelivered: Undelivered[]; total: number; isPurged: boolean }> {
  const missed = selectUndelivered(db, drop.id)
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('drop_notifications')
      .innerJoin('recipients', 'recipients.follow_id', 'drop_notifications.follow_id')
      .innerJoin('radr_follows', 'radr_follows.id', 'drop_notifications.follow_id')
      .leftJoin('users', 'users.id', 'recipients.user_id')
      .where(
        'drop_notifications.id',
        'in',
        missed
          .select('id')
          .orderBy('id')
          .limit(pageSize)
          .offset((page - 1) * pageSize),
      )
      .select([
        'drop_notifications.id',
        'address as email',
        ifNamed<string>(sql`users.username`).as('username'),
        'status',
        'last_error',
        'next_attempt_at',
      ])
      .orderBy('drop_notifications.id')
      .execute(),
    missed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const undelivered = rows.map(({ status, last_error, next_attempt_at, ...recipient }) => {
    const state = status as Undelivered['state']
    const isRetried = next_attempt_at !== null
    const reason = undeliveredReason(state, last_error, { isRetried, stoppedBy: stopperOf(drop) })
    return { ...recipient, state, reason }
  })
  return { undelivered, total, isPurged: drop.deliveries_pruned_at !== null }
}
