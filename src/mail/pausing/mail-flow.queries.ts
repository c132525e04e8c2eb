import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { maxSendMs } from '../mail.ts'

const firstWaitMs = 1_000
const longestWaitMs = 5 * 60_000
/** A trial takes less; that of a process which was killed is repeated after it. */
const trialMs = maxSendMs + 30_000

/** The times are those of the database's clock, which all processes share. */
export type FlowState = {
  paused_at: Date | null
  failing_since: Date | null
  /** What the mail server said, without addresses. */
  failure: string | null
  next_attempt_at: Date | null
  /** Milliseconds until the next trial; 0 when it is due. */
  waitMs: number
}

export async function readMailFlow(db: Queryable): Promise<FlowState> {
  const { rows } = await sql<FlowState>`
    select paused_at, failing_since, failure, next_attempt_at, ${waitMs} as "waitMs" from mail_flow`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The table mail_flow is empty')
  return rows[0]
}

/** Opens the circuit, or keeps it open for twice as long after a failed trial. */
export async function recordFailure(db: Queryable, failure: string, isTrial: boolean) {
  await sql`
    update mail_flow set failing_since = coalesce(failing_since, now()),
      failure = ${failure.toWellFormed()}, failed_attempts = failed_attempts + 1,
      next_attempt_at = now() + interval '1 millisecond'
        * least(${sql.lit(longestWaitMs)}, ${sql.lit(firstWaitMs)} * 2 ^ least(failed_attempts, 16))
    where failing_since is null or ${isTrial}`.execute(db)
}

export async function recordSuccess(db: Queryable) {
  await sql`
    update mail_flow
    set failing_since = null, failure = null, failed_attempts = 0, next_attempt_at = null
    where failing_since is not null`.execute(db)
}

/** Whether this process may try one mail; others may not until its outcome is recorded. */
export async function takeTrial(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    update mail_flow set next_attempt_at = now() + interval '1 millisecond' * ${sql.lit(trialMs)}
    where paused_at is null and failing_since is not null and ${waitMs} = 0
    returning id`.execute(db)
  return rows.length > 0
}

/** Called after a trial that showed nothing, because no mail was sent or it failed for its recipient's sake. */
export async function returnTrial(db: Queryable) {
  await sql`
    update mail_flow set next_attempt_at = now() where failing_since is not null`.execute(db)
}

/** A time far ahead is of a clock that was set back since. */
const waitMs = sql<number>`case when next_attempt_at > now() + interval '1 millisecond' * ${sql.lit(longestWaitMs)}
  then 0 else greatest(0, coalesce(extract(epoch from next_attempt_at - now()), 0) * 1000) end::float8`
