import { type ChildProcess, spawn } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { jobs } from '../../src/app/jobs.ts'
import { makeDrop } from '../../src/drops/make-drop.ts'
import { productionCost } from '../../src/members/passwords/passwords.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import type { Database, OpenDatabase } from '../../src/platform/database.ts'
import { createWorkBudget } from '../../src/platform/limits/work-budget.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { openQueue } from '../../src/platform/queue.ts'
import { addFollowers } from '../drop-audience.ts'
import { workerFile } from './process-files.ts'

/**
 * Starts a worker; on the embedded database it also serves HTTP on a free port. `settings` are the
 * app's, and its clock is `aheadMs` ahead.
 */
export function spawnWorker(
  settings: Record<string, string>,
  aheadMs = 0,
  /** Where the worker's output goes, or the file that takes it. */
  stdio: 'inherit' | 'pipe' | number = 'inherit',
): ChildProcess {
  return spawn(process.execPath, [workerFile], {
    stdio: typeof stdio === 'number' ? ['ignore', stdio, stdio] : stdio,
    env: {
      ...process.env,
      ROLE: settings.DATABASE_URL ? 'worker' : 'all',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...settings,
      CLOCK_AHEAD: String(aheadMs),
    },
  })
}

/** Starts a process that serves without rate limits, and waits until it is ready. */
export async function startServer(settings: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: port, PUBLIC_URL: url, RATE_LIMITS: 'off', OUTSIDE_SERVICES: 'off' }
  const server = spawnWorker({ ...own, ...settings }, 0, 'pipe')
  const output = outputOf(server)
  const status = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status
  await expect.poll(status).toBe(200)
  return { server, url, output }
}

/** All that a process whose output is piped has printed so far. */
export function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', text => {
      output += text
    })
  return () => output
}

export async function stopWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const exited = once(worker, 'exit')
  worker.kill(signal)
  await exited
}

/** Creates a drop by a new member with `audience` followers, to be delivered by a worker; returns its id. */
export async function createDrop(
  database: OpenDatabase,
  audience: number,
  username = 'star',
): Promise<number> {
  const { db } = database
  await migrate(database)
  const log = openLog('silent')
  const queue = await openQueue(database, jobs, { ...readConfig({}), works: false }, log)
  const { id } = await db
    .insertInto('users')
    .values({ username, password: '', email: `${username}@mail.test` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tracks')
    .values({ user_id: id, spotify_track_id: 'x', spotify_track_url: 'x', rank: 1 })
    .execute()
  await addFollowers({ context: { db, clock: systemClock } }, username, audience)
  const context = { config: readConfig({}), db, queue, clock: systemClock, log }
  const vapid = { publicKey: '', privateKey: '' }
  const unused = {
    budget: createWorkBudget(context),
    linkKey: createSecretKey(Buffer.alloc(32)),
    vapid,
    passwordCost: productionCost,
  }
  const drop = await makeDrop({ ...context, ...unused }, id, null)
  await queue.stop()
  return drop.id
}

/** Expires the claims of all workers. Leases use the clock of the database, which tests cannot move. */
export async function expireLeases(db: Database) {
  for (const table of ['drop_notifications', 'mails'] as const)
    await db
      .updateTable(table)
      .set({ leased_until: sql<Date>`now()` })
      .where('leased_by', 'is not', null)
      .execute()
}

/** Makes the heartbeats of running jobs too old: the queue's next check gives the jobs to another worker. */
export const expireHeartbeats = (db: Database) =>
  sql`update pgboss.job set heartbeat_on = now() - interval '1 hour'
    where state = 'active' and heartbeat_on is not null`.execute(db)
