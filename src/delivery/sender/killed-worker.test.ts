// @module-tag both-engines
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKillableWorker } from '../../../tests/killable-worker.ts'
import { day, minute, runJob } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { createDrop } from '../../../tests/worker-processes.ts'
import { readConfig } from '../../platform/config.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import { openLog } from '../../platform/log.ts'
import { countDeliveries } from '../delivery.queries.ts'
import { enqueueDigests } from '../digest/enqueue-digests.job.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'

// KILLS=50 FOLLOWERS=5000 runs the test of drops at full size.
const ofDrop = {
  kills: Number(process.env.KILLS ?? 1),
  /** On PostgreSQL more than one range of `enqueueRecipients`, so that a kill can happen between two ranges. */
  audience: Number(process.env.FOLLOWERS ?? (onPostgres ? 1_200 : 200)),
}
const isFull = process.env.TEST_ALL === '1'
const ofDigest = isFull ? { kills: 2, audience: 300 } : { kills: 1, audience: 80 }
const connections = 10
const nextWeek = 8 * day
const worker = await openKillableWorker()
const { mailbox, reached, withDatabase } = worker

/** A drop whose whole audience gets it by digests that are due next week. */
async function createDigests(database: OpenDatabase, audience: number) {
  const dropId = await createDrop(database, audience, 'weekly')
  const { db } = database
  await db.updateTable('follower_registry').set({ digest_time_zone: 'UTC' }).execute()
  const clock = { now: () => new Date(Date.now() + nextWeek) }
  const config = readConfig({})
  const linkKey = createSecretKey(randomBytes(32))
  const context = { db, clock, config, linkKey, log: openLog('silent'), notifySender() {} }
  const { signal } = new AbortController()
  await enqueueRecipients(context, dropId, signal)
  await runJob(enqueueDigests, context, {})
  return dropId
}

const drop = { what: 'a drop', ...ofDrop, create: createDrop, aheadMs: 0 }
const digest = { what: 'a digest', ...ofDigest, create: createDigests, aheadMs: nextWeek }

// The embedded database is slow, and digests are sent by the same sender.
test.each(onPostgres || isFull ? [drop, digest] : [drop])(
  'However often a worker is killed, everybody gets $what and few get it twice',
  async ({ create, audience, kills, aheadMs }) => {
    mailbox.clear()
    const dropId = await withDatabase(database => create(database, audience))
    let starts = 0
    const start = () => worker.start(aheadMs + starts++ * minute)
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
  180_000 + ofDrop.kills * 20_000,
)
