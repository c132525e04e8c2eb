// @module-tag both-engines
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../tests/mailbox.ts'
import { minute } from '../../tests/test-app.ts'
import { onPostgres, openTestDatabase } from '../../tests/test-database.ts'
import { endWorker, expireLeases, orderDrop, spawnWorker } from '../../tests/worker-processes.ts'
import { type OpenDatabase, openDatabase } from '../platform/database.ts'
import { countDeliveries } from './count-deliveries.ts'

// KILLS=50 FOLLOWERS=5000 is the promise at its full size.
const kills = Number(process.env.KILLS ?? 3)
/** More than one range of the ledger, so that a kill can come while it is filled. */
const audience = Number(process.env.FOLLOWERS ?? 1_200)
const connections = 10
const soon = { timeout: 45_000, interval: 20 }
/** After how many mails each kill comes: spread over nine tenths of the drop, at random within its part. */
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

/** The database as this process sees it; the embedded one only while no worker has it. */
async function withDatabase<T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  if (shared) return use(shared)
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function startWorker(minutesLater: number) {
  const settings = { SMTP_URL: mailbox.url, DATA_DIR: folder, DATABASE_URL: shared?.url ?? '' }
  running = spawnWorker(settings, minutesLater * minute)
  return running
}

test(
  'However often a worker is killed, everybody gets the drop and few get it twice',
  async () => {
    const dropId = await withDatabase(database => orderDrop(database, audience))
    const everybody = () => new Set(mailbox.mails.map(({ to }) => to[0])).size
    for (const [kill, mails] of killAfter.entries()) {
      const worker = startWorker(kill)
      await expect.poll(everybody, soon).toBeGreaterThanOrEqual(mails)
      await endWorker(worker, 'SIGKILL')
      if (shared) await expireLeases(shared.db)
      expect(everybody()).toBeLessThan(audience)
    }
    const worker = startWorker(kills)
    await expect.poll(everybody, soon).toBe(audience)
    await endWorker(worker, 'SIGTERM')

    let states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    // Mails that were on their way at a kill have arrived, but nobody wrote that down: they come again.
    if (states.sent < audience) {
      const last = startWorker(kills + 1)
      await mailbox.waitFor(mailbox.mails.length + audience - states.sent, 30_000)
      await endWorker(last, 'SIGTERM')
      states = await withDatabase(({ db }) => countDeliveries(db, dropId))
    }
    expect(states).toMatchObject({ sent: audience, audience })
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  60_000 + kills * 20_000,
)
