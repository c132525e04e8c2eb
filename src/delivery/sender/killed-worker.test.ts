// @module-tag both-engines
// @module-tag resilience
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKillableWorker } from '../../../tests/killable-worker.ts'
import { day, minute } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { createDrop } from '../../../tests/worker-processes.ts'
import { readConfig } from '../../platform/config.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import { openLog } from '../../platform/log.ts'
import { countDeliveries } from '../delivery.queries.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'

// KILLS=50 FOLLOWERS=5000 runs the test of drops at full size.
const kills = Number(process.env.KILLS ?? 1)
/** On PostgreSQL more than one range of `enqueueRecipients`, so that a kill can happen between two ranges. */
const audience = Number(process.env.FOLLOWERS ?? (onPostgres ? 1_200 : 200))
const connections = 10
const worker = await openKillableWorker()
const { mailbox, reached, withDatabase } = worker

test(
  'However often a worker is killed, everybody gets a drop and few get it twice',
  async () => {
    const dropId = await withDatabase(database => createDrop(database, audience))
    let starts = 0
    const start = () => worker.start(starts++ * minute)
    for (let kill = 0; kill < kills; kill++) {
      // Spread over the first nine tenths of the mails, with a random offset.
      const mails = Math.floor(((kill + Math.random()) / kills) * audience * 0.9)
      start()
      await expect.poll(reached, { timeout: 45_000, interval: 20 }).toBeGreaterThanOrEqual(mails)
      await worker.kill()
      expect(reached()).toBeLessThan(audience)
    }
    // Mails in flight at a kill have arrived, but their outcome was not written: they are sent again.
    const states = () => withDatabase(({ db }) => countDeliveries(db, dropId))
    for (let times = 0; times < 3 && (await states()).sent < audience; times++) {
      const { sent } = await states()
      start()
      await mailbox.waitFor(mailbox.mails.length + audience - sent, 45_000)
      await worker.stop()
    }
    expect(await states()).toMatchObject({ sent: audience, audience })
    expect(reached()).toBe(audience)
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  180_000 + kills * 20_000,
)

test.skipIf(!onPostgres)(
  'A worker that is killed while it sends weekly mails loses none, and few arrive twice',
  async () => {
    mailbox.clear()
    const readers = 60
    const nextWeek = 8 * day
    const dropId = await withDatabase(database => createWeeklyDrop(database, readers, nextWeek))
    worker.start(nextWeek)
    await expect.poll(reached, { timeout: 45_000, interval: 5 }).toBeGreaterThan(0)
    await worker.kill()
    expect(reached()).toBeLessThan(readers)
    worker.start(nextWeek + minute)
    const states = () => withDatabase(({ db }) => countDeliveries(db, dropId))
    // The queue notices by the missing heartbeat that a job's process has ended.
    await expect.poll(states, { timeout: 120_000 }).toMatchObject({ sent: readers })
    await worker.stop()
    expect(reached()).toBe(readers)
    // Two weekly mails are sent at a time.
    expect(mailbox.mails.length - readers).toBeLessThanOrEqual(2)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(readers)
  },
  240_000,
)

/** A drop whose whole audience gets it by the weekly mail, which is due after `aheadMs`. */
async function createWeeklyDrop(database: OpenDatabase, readers: number, aheadMs: number) {
  const dropId = await createDrop(database, readers, 'weekly')
  const { db } = database
  await db.updateTable('follower_registry').set({ digest_time_zone: 'UTC' }).execute()
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const linkKey = createSecretKey(randomBytes(32))
  const config = readConfig({})
  const context = { db, clock, config, linkKey, log: openLog('silent'), notifySender() {} }
  await enqueueRecipients(context, dropId, new AbortController().signal)
  return dropId
}
