import { expect, test } from 'vitest'
import { openKillableWorker } from '../../../tests/killable-worker.ts'
import { day, minute } from '../../../tests/test-app.ts'
import { createDrop } from '../../../tests/worker-processes.ts'
import { readConfig } from '../../platform/config.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import { openLog } from '../../platform/log.ts'
import { countDeliveries } from '../delivery.queries.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'
import { enqueueDigests } from './enqueue-digests.job.ts'

const connections = 10
const nextWeek = 8 * day
const pollOptions = { timeout: 45_000, interval: 20 }
/** How many get a digest, and the number of mails before each kill; `npm run test:all` kills twice. */
const [audience, killAfter] = process.env.TEST_ALL === '1' ? [300, [30, 150]] : [80, [40]]

const worker = await openKillableWorker()
const { mailbox, reached, withDatabase } = worker

/** A drop whose whole audience gets it by digests that are due. */
const prepare = (database: OpenDatabase) =>
  createDrop(database, audience).then(async dropId => {
    const { db } = database
    await db.updateTable('follower_registry').set({ digest_time_zone: 'UTC' }).execute()
    const clock = { now: () => new Date(Date.now() + nextWeek) }
    const config = readConfig({})
    const context = { db, clock, config, log: openLog('silent'), notifySender() {} }
    const { signal } = new AbortController()
    await enqueueRecipients(context, dropId, signal)
    await enqueueDigests.run(context, {}, signal)
    return dropId
  })

test('A worker killed in the middle of the digests loses none and sends few twice', async () => {
  const dropId = await withDatabase(prepare)
  for (const [kill, mails] of killAfter.entries()) {
    worker.start(nextWeek + kill * minute)
    await expect.poll(reached, pollOptions).toBeGreaterThanOrEqual(mails)
    await worker.kill()
  }
  const states = () => withDatabase(({ db }) => countDeliveries(db, dropId))
  for (let start = 2; start < 5 && (await states()).sent < audience; start++) {
    const { sent } = await states()
    worker.start(nextWeek + start * minute)
    await mailbox.waitFor(mailbox.mails.length + audience - sent, 45_000)
    await worker.stop()
  }
  expect(await states()).toMatchObject({ sent: audience, audience })
  expect(reached()).toBe(audience)
  expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * killAfter.length)
  const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
  expect(new Set(ids).size).toBe(audience)
}, 180_000)
