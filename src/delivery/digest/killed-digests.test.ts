// @module-tag both-engines
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../../tests/mailbox.ts'
import { day, minute } from '../../../tests/test-app.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import {
  createDrop,
  expireLeases,
  spawnWorker,
  stopWorker,
} from '../../../tests/worker-processes.ts'
import { readConfig } from '../../platform/config.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { openLog } from '../../platform/log.ts'
import { countDeliveries } from '../counts/count-deliveries.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'
import { enqueueDigests } from './enqueue-digests.job.ts'

const audience = 300
const connections = 10
const nextWeek = 8 * day
const pollOptions = { timeout: 45_000, interval: 20 }

let folder: string
let mailbox: Mailbox
let shared: Awaited<ReturnType<typeof openTestDatabase>> | null = null
let running: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'radr-digests-'))
  mailbox = await startMailbox()
  if (onPostgres) shared = await openTestDatabase()
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await mailbox.close()
  await shared?.close()
  await rm(folder, { recursive: true })
})

/** Opens the embedded database only while no worker uses it. */
async function withDatabase<T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  if (shared) return use(shared)
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function startWorker(aheadMs: number) {
  const settings = { SMTP_URL: mailbox.url, DATA_DIR: folder, DATABASE_URL: shared?.url ?? '' }
  running = spawnWorker(settings, nextWeek + aheadMs)
  return running
}

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
  const reached = () => new Set(mailbox.mails.map(({ to }) => to[0])).size
  for (const [kill, mails] of [30, 150].entries()) {
    const worker = startWorker(kill * minute)
    await expect.poll(reached, pollOptions).toBeGreaterThanOrEqual(mails)
    await stopWorker(worker, 'SIGKILL')
    if (shared) await expireLeases(shared.db)
  }
  const states = () => withDatabase(({ db }) => countDeliveries(db, dropId))
  for (let start = 2; start < 5 && (await states()).sent < audience; start++) {
    const { sent } = await states()
    const worker = startWorker(start * minute)
    await mailbox.waitFor(mailbox.mails.length + audience - sent, 45_000)
    await stopWorker(worker, 'SIGTERM')
  }
  expect(await states()).toMatchObject({ sent: audience, audience })
  expect(reached()).toBe(audience)
  expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * 2)
  const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
  expect(new Set(ids).size).toBe(audience)
}, 180_000)
