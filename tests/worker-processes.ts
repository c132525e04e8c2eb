import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { jobs } from '../src/app/jobs.ts'
import { makeDrop } from '../src/drops/make-drop.ts'
import { productionCost } from '../src/members/passwords.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { OpenDatabase } from '../src/platform/database.ts'
import { openLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openQueue } from '../src/platform/queue.ts'
import { workerFile } from './build-worker.ts'
import { addFollowers } from './drop-audience.ts'

// What tests of workers need that run in processes of their own.

/** `settings` are the app's; `minutesLater` stands for the time that passed while nothing ran. */
export function spawnWorker(settings: Record<string, string>, minutesLater = 0): ChildProcess {
  return spawn(process.execPath, [workerFile], {
    stdio: 'inherit',
    env: { ...process.env, ...settings, CLOCK_AHEAD: String(minutesLater * 60_000) },
  })
}

export async function endWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = once(worker, 'exit')
  worker.kill(signal)
  await ended
}

/** A member with followers drops, while no worker runs; answers the drop's id. */
export async function orderDrop(database: OpenDatabase, audience: number): Promise<number> {
  const { db } = database
  await migrate(db)
  const log = openLog('silent')
  const queue = await openQueue(database, jobs, { works: false, log })
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
  const unused = { linkKey: Buffer.alloc(0), passwordCost: productionCost }
  const drop = await makeDrop({ ...context, ...unused }, id, null)
  await queue.stop()
  return drop.id
}
