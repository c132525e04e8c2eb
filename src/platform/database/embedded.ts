import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { SettingError } from '../config/config.ts'
import { refuseOtherUser } from '../config/data-directory.ts'
import type { AnswerCommand, Database, OpenDatabase } from '../database.ts'
import { asError } from '../errors.ts'
import { failureOfState, StorageFull } from './database-unavailable.ts'
import { lockDirectory } from './directory-lock.ts'
import type { Opened, Request } from './embedded-thread.ts'
import { beginFirstStart, endFirstStart } from './first-start.ts'
import { numbersForBigints, openKysely, openPool } from './postgres.ts'
import { copyDatabase, snapshotPrefix } from './snapshot.ts'
import { ThreadSocket } from './thread-socket.ts'

/** PostgreSQL ends itself when its log cannot grow, by 16 MB at a time: so much has to be free before a write. */
const reservedBytes = 32 * 2 ** 20

/** The embedded PostgreSQL in `folder`, for one process; throws `SettingError` when it cannot be opened. */
export async function openEmbedded(
  folder: string,
  answer: AnswerCommand = async () => 'it takes no commands',
): Promise<OpenDatabase> {
  const opening = Promise.withResolvers<Database>()
  const lock = await lockFolder(folder, async request => {
    const db = await opening.promise
    return request.startsWith(snapshotPrefix) ? copyDatabase(db, folder, request) : answer(request)
  })
  try {
    beginFirstStart(folder)
    const opened = overThread(await openThread(folder), () => isFull(folder))
    opening.resolve(opened.db)
    return {
      ...opened,
      async endFirstStart() {
        endFirstStart(folder)
      },
      async close() {
        await opened.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Locks the folder, so that no other process opens the database; `handle` gets their requests. */
export async function lockFolder(
  folder: string,
  handle: (request: string) => Promise<string> = async () => 'it takes no commands',
) {
  try {
    await mkdir(folder, { recursive: true })
    refuseOtherUser(folder)
    if (isFull(folder)) {
      throw new SettingError(
        `The disk of DATA_DIR is full (${folder}): the database needs ${reservedBytes / 2 ** 20} MB to start.`,
      )
    }
    const lock = await lockDirectory(folder, handle)
    if (lock) return lock
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(
      `The embedded database in DATA_DIR cannot be used: ${asError(error).message}.`,
    )
  }
  throw new SettingError(
    `Another process uses the embedded database in DATA_DIR (${folder}): stop it, choose another DATA_DIR, or set DATABASE_URL.`,
  )
}

/** The thread in which the database in this folder is open. */
async function openThread(folder: string): Promise<Worker> {
  // The build writes every module beside the server's file.
  const file = `./embedded-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`
  const worker = new Worker(new URL(file, import.meta.url), {
    // The file system of the thread does not follow a link to a folder elsewhere.
    workerData: await realpath(folder),
    // V8 would keep more garbage of this thread, in which nothing lives longer than a statement.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const ended = new Promise(resolve => worker.once('exit', resolve))
  const [opened] = await once(worker, 'message').catch(error => [asError(error)])
  if ((opened satisfies Opened) instanceof Error) {
    // Terminating a thread that is about to end can crash the process.
    await ended
    throw new SettingError(
      `The embedded database in DATA_DIR (${folder}) cannot be opened: restore a backup into another DATA_DIR (${opened.message}).`,
    )
  }
  worker.on('error', crash)
  worker.on('exit', endUnexpectedly)
  return worker
}

/** The database in a thread as the app's. Where it `isFull`, statements that write throw `StorageFull`. */
function overThread(worker: Worker, isFull: () => boolean) {
  const pool = openPool({
    types: numbersForBigints,
    // `pg` takes any stream, but its type wants a socket.
    stream: () => new ThreadSocket(worker) as never,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // PGlite is one session. What shares it waits in the pool, and it stays open for the notifications.
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
  })
  const db = openKysely(pool, { refuse: refuseWhenFull, report: reportFailure })
  return {
    db,
    jobs: {
      executeSql: async (text: string, values?: unknown[]) => {
        refuseWhenFull(text)
        return pool.query(text, values).catch(reportFailure)
      },
      listen: (channel: string, onNotification: (payload: string) => void, onConnect: () => void) =>
        listenInPool(pool, channel, onNotification, onConnect),
    },
    withoutTimeouts: <T>(use: (db: Database) => Promise<T>) => use(db),
    isShared: false,
    isFull,
    async close() {
      await db.destroy()
      worker.off('exit', endUnexpectedly)
      const exit = once(worker, 'exit')
      worker.postMessage('close' satisfies Request)
      await exit
    },
  }

  function refuseWhenFull(text: string) {
    if (writing.test(text) && isFull()) throw new StorageFull(`needed for: ${text.slice(0, 40)}`)
  }
}

async function listenInPool(
  pool: pg.Pool,
  channel: string,
  onNotification: (payload: string) => void,
  onConnect: () => void,
) {
  const listen = async (client: pg.PoolClient) => {
    client.on('notification', sent => {
      // The connection listens to every channel.
      if (sent.channel === channel && sent.payload !== undefined) onNotification(sent.payload)
    })
    // If this fails, polling finds the jobs.
    await client.query(`listen ${client.escapeIdentifier(channel)}`).catch(() => {})
    onConnect()
  }
  const onNewClient = (client: pg.PoolClient) => void listen(client)
  pool.on('connect', onNewClient)
  const client = await pool.connect()
  await listen(client)
  client.release()
  return { close: async () => void pool.off('connect', onNewClient) }
}

/** Matches a query that locks rows, too, because locks are written. A quoted word is an identifier, such as "drop" in the feed. */
const writing = /(?<!")\b(?:insert|update|delete|create|alter|drop|truncate|vacuum)\b(?!")/i

function reportFailure(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error
  // A failed flush is one. The next start recovers from the database's log.
  if (error.severity === 'PANIC') crash(error)
  throw failureOfState(error.code, error) ?? error
}

const endUnexpectedly = () => crash(new Error('its thread has ended'))

function crash(thrown: unknown): never {
  process.stderr.write(`The embedded database has crashed: ${asError(thrown).message}\n`)
  process.exit(1)
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < reservedBytes
}
