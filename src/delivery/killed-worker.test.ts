// @module-tag both-engines
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../tests/mailbox.ts'
import { minute } from '../../tests/test-app.ts'
import { onPostgres, openTestDatabase } from '../../tests/test-database.ts'
import { createDrop, expireLeases, spawnWorker, stopWorker } from '../../tests/worker-processes.ts'
import { type OpenDatabase, openDatabase } from '../platform/database.ts'
import { countDeliveries } from './counts/count-deliveries.ts'

// KILLS=50 FOLLOWERS=5000 runs the test at full size.
const kills = Number(process.env.KILLS ?? 3)
/** More than one range of `enqueueRecipients`, so that a kill can happen between two ranges. */
const audience = Number(process.env.FOLLOWERS ?? 1_200)
const connections = 10
const pollOptions = { timeout: 45_000, interval: 20 }
/** The number of mails before each kill: spread over the first nine tenths of the drop, with a random offset. */
const killAfter = Array.from({ length: kills }, (_, kill) =>
  Math.floor(((kill + Math.random()) / kills) * audience * 0.9),
)

let folder: string
let mailbox: Mailbox
let shared: Awaited<ReturnType<typeof openTestDatabase>> | null = null
let running: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'radr-killed-'))
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

function startWorker(minutesAhead: number) {
  const settings = { SMTP_URL: mailbox.url, DATA_DIR: folder, DATABASE_URL: shared?.url ?? '' }
  running = spawnWorker(settings, minutesAhead * minute)
  return running
}

test(
  'However often a worker is killed, everybody gets the drop and few get it twice',
  async () => {
    const dropId = await withDatabase(database => createDrop(database, audience))
    const reached = () => new Set(mailbox.mails.map(({ to }) => to[0])).size
    for (const [kill, mails] of killAfter.entries()) {
      const worker = startWorker(kill)
      await expect.poll(reached, pollOptions).toBeGreaterThanOrEqual(mails)
      await stopWorker(worker, 'SIGKILL')
      if (shared) await expireLeases(shared.db)
      expect(reached()).toBeLessThan(audience)
    }
    const worker = startWorker(kills)
    await expect.poll(reached, pollOptions).toBe(audience)
    await stopWorker(worker, 'SIGTERM')

    let states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    // Mails in flight at a kill have arrived, but their outcome was not written: they are sent again.
    if (states.sent < audience) {
      const last = startWorker(kills + 1)
      await mailbox.waitFor(mailbox.mails.length + audience - states.sent, 30_000)
      await stopWorker(last, 'SIGTERM')
      states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    }
    expect(states).toMatchObject({ sent: audience, audience })
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  60_000 + kills * 20_000,
)
