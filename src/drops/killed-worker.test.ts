import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFollowers } from '../../tests/drop-audience.ts'
import { type Mailbox, startMailbox } from '../../tests/mailbox.ts'
import { onPostgres, openTestDatabase } from '../../tests/test-database.ts'
import { jobKinds } from '../app/worker.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { type OpenDatabase, openEmbedded } from '../platform/database.ts'
import { openLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { openQueue } from '../platform/queue.ts'
import { deliveryStates } from './delivery-states.ts'
import { makeDrop } from './make-drop.ts'

// KILLS=50 FOLLOWERS=5000 is the promise at its full size.
const kills = Number(process.env.KILLS ?? 3)
const audience = Number(process.env.FOLLOWERS ?? 300)
const connections = 10
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
  const database = await openEmbedded(folder)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function startWorker(minutesLater: number) {
  running = spawn('node_modules/.bin/node', ['tests/worker-process.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SMTP_URL: mailbox.url,
      DATA_DIR: folder,
      DATABASE_URL: shared?.url ?? '',
      CLOCK_AHEAD: String(minutesLater * 60_000),
    },
  })
  return running
}

async function end(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

test(
  'However often a worker is killed, everybody gets the drop and few get it twice',
  async () => {
    const dropId = await withDatabase(orderDrop)
    const everybody = () => new Set(mailbox.mails.map(({ to }) => to[0])).size
    for (const [kill, mails] of killAfter.entries()) {
      const worker = startWorker(kill)
      await mailbox.waitFor(() => everybody() >= mails, 30_000)
      await end(worker, 'SIGKILL')
      expect(everybody()).toBeLessThan(audience)
    }
    const worker = startWorker(kills)
    await mailbox.waitFor(() => everybody() === audience, 30_000)
    await end(worker, 'SIGTERM')

    let states = await withDatabase(({ db }) => deliveryStates(db, dropId))
    // Mails that were on their way at a kill have arrived, but nobody wrote that down: they come again.
    if (states.sent < audience) {
      const last = startWorker(kills + 1)
      await mailbox.waitFor(mailbox.mails.length + audience - states.sent, 30_000)
      await end(last, 'SIGTERM')
      states = await withDatabase(({ db }) => deliveryStates(db, dropId))
    }
    expect(states).toMatchObject({ sent: audience, audience })
    expect(mailbox.mails.length - audience).toBeLessThanOrEqual(connections * kills)
    const ids = mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(audience)
  },
  60_000 + kills * 20_000,
)

/** A member with followers drops, while no worker runs. */
async function orderDrop(database: OpenDatabase): Promise<number> {
  const { db } = database
  await migrate(db)
  const log = openLog('silent')
  const queue = await openQueue(database, jobKinds, { works: false, log })
  const { id } = await db
    .insertInto('users')
    .values({ username: 'star', password: '', email: 'star@mail.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tracks')
    .values({ user_id: id, spotify_track_id: 'x', spotify_track_url: 'x', rank: 1 })
    .execute()
  await addFollowers({ context: { db, clock: systemClock } }, 'star', audience)
  const context = { config: readConfig({}), db, queue, clock: systemClock, log }
  const drop = await makeDrop({ ...context, linkKey: Buffer.alloc(0) }, id, null)
  await queue.stop()
  return drop.id
}
