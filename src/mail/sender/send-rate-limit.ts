import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'

/** How far ahead slots may be reserved. Short, because priority mail has to wait for reserved slots. */
const aheadMs = 100
const priorityAheadMs = 5_000
/** How long after its slot a mail may still be sent in it. */
const lateMs = 50

/** Waits for the time at which one mail may be sent. */
export type Slot = () => Promise<void>
export type SendRateLimiter = ReturnType<typeof createSendRateLimiter>

/** Permits `rate` mails per second of all processes at most (null for no limit), each in a slot of its own: there are no bursts. */
export function createSendRateLimiter(db: Database, rate: number | null) {
  let nextReservation = 0
  let lastSent = 0
  return {
    rate,
    /** Milliseconds until mail without priority may reserve again. */
    waitMs: () => Math.max(0, nextReservation - performance.now()),
    /**
     * Reserves up to `max` slots of the next `aheadMs`, or of `priorityAheadMs` with priority. Priority mail goes first by
     * this: while it has reserved more than `aheadMs`, other mail gets no slot.
     */
    async reserve(max: number, { hasPriority = false } = {}): Promise<Slot[]> {
      if (rate === null) return Array.from({ length: max }, () => async () => {})
      if (max === 0 || (!hasPriority && performance.now() < nextReservation)) return []
      const ahead = hasPriority ? priorityAheadMs : aheadMs
      const { taken, startMs } = await takeSlots(db, rate, max, ahead)
      const start = performance.now() + startMs
      // The next slot is too far ahead to be reserved before this time.
      if (taken === 0 && !hasPriority) nextReservation = start - aheadMs
      return Array.from({ length: taken }, (_, n) => () => waitForSlot(start + (n * 1000) / rate))
    },
    /** Waits for the next free slot, before all mail that has not reserved one. */
    async waitForNextSlot() {
      if (rate === null) return
      const { startMs } = await takeSlots(db, rate, 1, null)
      await waitForSlot(performance.now() + startMs)
    },
  }

  /** A mail that is too late takes the next free slot: sent at once, it would be a burst with those of the next slots. */
  async function waitForSlot(slot: number) {
    if (rate !== null && performance.now() > slot + lateMs)
      return waitForSlot(performance.now() + (await takeSlots(db, rate, 1, null)).startMs)
    lastSent = Math.max(
      slot,
      performance.now(),
      lastSent + 1000 / (rate ?? Number.POSITIVE_INFINITY),
    )
    const ms = lastSent - performance.now()
    if (ms > 0) await wait(ms)
  }
}

async function takeSlots(db: Database, rate: number, max: number, ahead: number | null) {
  const { rows } = await sql<{ taken: number; startMs: number }>`
    with locked as materialized (
      select next_slot from mail_flow for update
    ), current as materialized (
      select clock_timestamp() as now, next_slot from locked
    ), offered as materialized (
      -- A slot far ahead is of a clock that was set back since.
      select now, case when next_slot > now + interval '1 minute' then now
        else greatest(next_slot, now) end as start from current
    ), granted as materialized (
      select now, start, case when ${ahead}::float8 is null then ${max}::int else least(${max}::int,
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
