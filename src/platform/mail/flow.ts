import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from '../database.ts'
import type { Log } from '../log.ts'

/**
 * How far ahead drop mail may take moments to be sent at. Short, because account mail stands in line
 * behind what is taken.
 */
const aheadMs = 100
/** After which a moment is over. */
const lateMs = 50

export type MailFlow = ReturnType<typeof openMailFlow>

/**
 * The pace of all mail of all processes, `rate` a second (null for none): each mail is given a moment
 * of its own, so that there is no burst. The clock is the database's, which all of them share.
 */
export function openMailFlow(db: Database, rate: number | null) {
  let askAgain = 0
  let last = 0
  return {
    rate,
    /** Milliseconds until it makes sense to ask `take` again. */
    waitMs: () => Math.max(0, askAgain - performance.now()),
    /** Up to `most` moments for drop mail, as functions that wait for them; none while account mail is in line. */
    async take(most: number): Promise<(() => Promise<void>)[]> {
      if (rate === null) return Array.from({ length: most }, () => async () => {})
      if (most === 0 || performance.now() < askAgain) return []
      const { taken, startMs } = await takeSlots(db, rate, most, aheadMs)
      const start = performance.now() + startMs
      if (taken === 0) askAgain = start - aheadMs
      return Array.from({ length: taken }, (_, n) => () => inTurn(start + (n * 1000) / rate))
    },
    /** Waits for the next moment that nobody has taken: account mail goes before all drop mail to come. */
    async takeNext() {
      if (rate === null) return
      const { startMs } = await takeSlots(db, rate, 1, null)
      await inTurn(performance.now() + startMs)
    },
  }

  /**
   * A process that was held up makes up for nothing: its mails stay as far apart as they were meant
   * to, and a moment that is over is given up for the next that nobody has, because others use theirs.
   */
  async function inTurn(moment: number) {
    if (rate !== null && performance.now() > moment + lateMs)
      return inTurn(performance.now() + (await takeSlots(db, rate, 1, null)).startMs)
    last = Math.max(moment, performance.now(), last + 1000 / (rate ?? Number.POSITIVE_INFINITY))
    const ms = last - performance.now()
    if (ms > 0) await wait(ms)
  }
}

/** `ahead` null looks as far ahead as it takes. */
async function takeSlots(db: Database, rate: number, most: number, ahead: number | null) {
  const { rows } = await sql<{ taken: number; startMs: number }>`
    with held as materialized (
      select next_slot from mail_flow for update
    ), moment as materialized (
      select clock_timestamp() as now, next_slot from held
    ), offered as materialized (
      select now, greatest(next_slot, now) as start from moment
    ), granted as materialized (
      select now, start, case when ${ahead}::float8 is null then ${most}::int else least(${most}::int,
        greatest(0, floor((${ahead}::float8 / 1000 - extract(epoch from start - now)) * ${rate}::float8) + 1))::int
        end as taken
      from offered
    ), written as (
      update mail_flow set next_slot = start + taken * interval '1 second' / ${rate}::float8
      from granted where taken > 0
    )
    select taken, extract(epoch from start - now)::float8 * 1000 as "startMs" from granted
  `.execute(db)
  return rows[0] ?? { taken: 0, startMs: ahead ?? 0 }
}

/** Whether the operator holds back all mail. */
export async function isPaused(db: Queryable): Promise<boolean> {
  const flow = await db.selectFrom('mail_flow').select('paused_at').executeTakeFirst()
  return flow?.paused_at != null
}

/** Looks every second whether mail is held back, and says so until it knows; rings when it no longer is. */
export function watchPause(db: Queryable, ring: () => void, log: Log) {
  let on = true
  const look = async () => {
    const before = on
    on = await isPaused(db).catch(error => {
      log.warn({ err: error }, 'the database did not say whether mail is held back')
      return before
    })
    if (before && !on) ring()
  }
  const timer = setInterval(look, 1_000)
  void look()
  return {
    get on() {
      return on
    },
    stop: () => clearInterval(timer),
  }
}
