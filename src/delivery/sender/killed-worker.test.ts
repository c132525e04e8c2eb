// @module-tag both-engines
import { expect, test } from 'vitest'
import { openKillableWorker } from '../../../tests/killable-worker.ts'
import { minute } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { createDrop } from '../../../tests/worker-processes.ts'
import { countDeliveries } from '../delivery.queries.ts'

// KILLS=50 FOLLOWERS=5000 runs the test at full size.
const kills = Number(process.env.KILLS ?? 1)
/** On PostgreSQL more than one range of `enqueueRecipients`, so that a kill can happen between two ranges. */
const audience = Number(process.env.FOLLOWERS ?? (onPostgres ? 1_200 : 200))
const connections = 10
const pollOptions = { timeout: 45_000, interval: 20 }
/** The number of mails before each kill: spread over the first nine tenths of the drop, with a random offset. */
const killAfter = Array.from({ length: kills }, (_, kill) =>
  Math.floor(((kill + Math.random()) / kills) * audience * 0.9),
)

const worker = await openKillableWorker()
const { mailbox, reached, withDatabase } = worker

test(
  'However often a worker is killed, everybody gets the drop and few get it twice',
  async () => {
    const dropId = await withDatabase(database => createDrop(database, audience))
    for (const [kill, mails] of killAfter.entries()) {
      worker.start(kill * minute)
      await expect.poll(reached, pollOptions).toBeGreaterThanOrEqual(mails)
      await worker.kill()
      expect(reached()).toBeLessThan(audience)
    }
    worker.start(kills * minute)
    await expect.poll(reached, pollOptions).toBe(audience)
    await worker.stop()

    let states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    // Mails in flight at a kill have arrived, but their outcome was not written: they are sent again.
    if (states.sent < audience) {
      worker.start((kills + 1) * minute)
      await mailbox.waitFor(mailbox.mails.length + audience - states.sent, 30_000)
      await worker.stop()
      states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    }
    expect(states).toMatchObject({ sent: audience, audience })
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  60_000 + kills * 20_000,
)
