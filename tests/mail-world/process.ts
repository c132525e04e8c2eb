import { type KyselyPlugin, sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/platform/database/database-unavailable.ts'
import type { Database } from '../../src/platform/database.ts'

class Killed extends Error {}

/** A process of the app: it can end at any point where it waits for the database or the relay, and lose its database. */
export type Process = ReturnType<typeof createProcess>

export function createProcess(shared: Database, onKill: () => void) {
  let [isDead, points, outage] = [false, Number.POSITIVE_INFINITY, 0]
  const die = () => {
    if (isDead) return
    isDead = true
    onKill()
  }
  /** Whether the process goes on after this point. */
  const pass = () => {
    if (!isDead && --points <= 0) die()
    return !isDead
  }
  const breaks = () => outage > 0 && outage-- > 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!pass()) throw new Killed()
      if (breaks()) throw new DatabaseUnavailable(new Error('before the statement'))
      return node
    },
    // Thrown after the statement, so inside of a transaction it is rolled back, and else it has happened.
    async transformResult({ result }) {
      if (!pass()) throw new Killed()
      if (breaks()) throw new DatabaseUnavailable(new Error('after the statement'))
      return result
    },
  }
  return {
    db: shared.withPlugin(plugin),
    isDead: () => isDead,
    killAfter(more: number) {
      points = more
    },
    die,
    breakDatabase(statements: number) {
      outage = statements
    },
    /** A dead process never goes on. */
    async point() {
      if (!pass()) await new Promise(() => {})
    },
  }
}

/** Does what 20 seconds would do: the clock of leases is that of the database. */
export async function expireLeases(db: Database, senders: string[]) {
  for (const table of ['mails', 'drop_notifications'])
    await sql`update ${sql.table(table)} set leased_until = now() - interval '1 second'
      where leased_by = any(${senders}::uuid[])`.execute(db)
}
