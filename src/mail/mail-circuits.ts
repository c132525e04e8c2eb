import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'

/** A probe of the mail server takes less; the record of a process that was killed is no longer shown after it. */
const probeMs = 2 * 60_000

type Context = { db: Queryable; clock: Clock; log: Log }

/** Records in the database, for `mail status`, that a sender waits for the mail server; a failure is only logged. */
export function createCircuitRecord({ db, clock, log }: Context, sender: string) {
  let openedAt: Date | null = null
  /** One statement after the other. */
  let written = Promise.resolve()
  const write = (statement: () => Promise<unknown>) => {
    written = written
      .then(statement)
      .then(() => {})
      .catch(error => log.warn({ err: error }, 'the circuit to the mail server was not recorded'))
  }
  return {
    opened(waitMs: number, reason: string) {
      const now = clock.now()
      openedAt ??= now
      const row = {
        opened_at: openedAt,
        open_until: new Date(now.getTime() + waitMs),
        reason,
      }
      write(() =>
        db
          .insertInto('mail_circuits')
          .values({ sender, ...row })
          .onConflict(on => on.column('sender').doUpdateSet(row))
          .execute(),
      )
      write(() => deleteEnded(db, now))
    },
    closed() {
      if (!openedAt) return
      openedAt = null
      write(() => db.deleteFrom('mail_circuits').where('sender', '=', sender).execute())
    },
    /** Resolves once everything is written. */
    settled: () => written,
  }
}

const lastEnd = (now: Date) => new Date(now.getTime() - probeMs)

const deleteEnded = (db: Queryable, now: Date) =>
  db.deleteFrom('mail_circuits').where('open_until', '<', lastEnd(now)).execute()

/** The one that opened first, and how many there are; null while all senders reach the mail server. */
export async function findOpenCircuit(db: Queryable, now: Date) {
  const circuits = await db
    .selectFrom('mail_circuits')
    .selectAll()
    .where('open_until', '>=', lastEnd(now))
    .orderBy('opened_at')
    .execute()
  const [first] = circuits
  if (!first) return null
  const next = Math.min(...circuits.map(({ open_until }) => open_until.getTime()))
  return { ...first, open_until: new Date(next), senders: circuits.length }
}
