import { sql } from 'kysely'
import { type ConstructorOptions, systemClock } from 'pg-boss'
import type { Database } from './database.ts'

/**
 * The clock of pg-boss in this process, which no jump of the system's clock moves: after a step back its timers would
 * wait until the old time is reached again. pg-boss corrects it by the database's clock.
 */
export const steadyClock: NonNullable<ConstructorOptions['clock']> = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
}

/**
 * Repairs what pg-boss wrote while the clock was ahead: it would run no schedule, look for no dead job and
 * start no job of that time before the clock reaches it again. Returns whether there was anything.
 */
export async function forgetFutureTimes(db: Database): Promise<boolean> {
  const { rows } = await sql`
    with queues as (
      update pgboss.queue set
        monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
        maintain_on = least(maintain_on, now())
      where greatest(monitor_claim_on, monitor_on, maintain_on) > ${latest}
      returning 1
    ), passes as (
      update pgboss.version set
        cron_on = least(cron_on, now()), bam_on = least(bam_on, now()),
        flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now())
      where greatest(cron_on, bam_on, flow_on, reindex_on) > ${latest}
      returning 1
    )
    select from queues union all select from passes`.execute(db)
  if (rows.length === 0) return false
  await sql`update pgboss.job set start_after = now(), created_on = now()
    where state in ('created', 'retry') and created_on > ${latest}`.execute(db)
  return true
}

const latest = sql`now() + interval '1 minute'`
