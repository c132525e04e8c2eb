import { statfsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type CompiledQuery, PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import type { Tables } from '../../contract/tables.ts'
import { SettingError } from '../config.ts'
import { refuseOtherUser } from '../data-directory.ts'
import type { AnswerCommand, OpenDatabase } from '../database.ts'
import { failureOfState, StorageFull } from './database-unavailable.ts'
import { lockDirectory } from './directory-lock.ts'
import { RetryingKysely } from './retrying-kysely.ts'
import { copyDatabase, snapshotPrefix } from './snapshot.ts'

/** PostgreSQL ends itself when its log cannot grow, by 16 MB at a time: so much has to be free before a write. */
const reservedBytes = 32 * 2 ** 20

/** The embedded PostgreSQL in `folder`, for one process; throws `SettingError` when it cannot be opened. */
export async function openEmbedded(
  folder: string,
  answer: AnswerCommand = async () => 'it takes no commands',
): Promise<OpenDatabase> {
  const isFull = () => freeBytes(folder) < reservedBytes
  const opening = Promise.withResolvers<PGlite>()
  const lock = await lockFolder(folder, isFull, async request => {
    const pglite = await opening.promise
    return request.startsWith(snapshotPrefix)
      ? copyDatabase(pglite, folder, request)
      : answer(request)
  })
  try {
    const pglite = await openFiles(folder)
    const opened = overPglite(pglite, isFull)
    opening.resolve(pglite)
    return {
      ...opened,
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

async function lockFolder(
  folder: string,
  isFull: () => boolean,
  handle: (request: string) => Promise<string>,
) {
  try {
    await mkdir(folder, { recursive: true })
    refuseOtherUser(folder)
    if (isFull()) {
      throw new SettingError(
        `The disk of DATA_DIR is full (${folder}): the database needs ${reservedBytes / 2 ** 20} MB to start.`,
      )
    }
    const lock = await lockDirectory(folder, handle)
    if (lock) return lock
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(`The embedded database in DATA_DIR cannot be used: ${messageOf(error)}.`)
  }
  throw new SettingError(
    `Another process uses the embedded database in DATA_DIR (${folder}): stop it, choose another DATA_DIR, or set DATABASE_URL.`,
  )
}

async function openFiles(folder: string): Promise<PGlite> {
  saveCompilerMemory()
  try {
    return await PGlite.create({ dataDir: folder, ...pgliteOptions })
  } catch (error) {
    throw new SettingError(
      `The embedded database in DATA_DIR (${folder}) cannot be opened: restore a backup into another DATA_DIR (${messageOf(error)}).`,
    )
  }
}

/**
 * V8 compiles a WebAssembly function again, optimized, once it has run for long. For the largest function of
 * PGlite, which every start reaches, the compiler takes 600 MB of memory for a second. Without it a statement
 * that reads many rows takes up to twice as long; those of pages and follows do not.
 */
function saveCompilerMemory() {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** An open PGlite as the app's database. Where it `isFull`, statements that write throw `StorageFull`. */
function overPglite(pglite: PGlite, isFull: () => boolean): OpenDatabase {
  const dialect = new PGliteDialect({
    pglite,
    async onCreateConnection(connection) {
      const execute: typeof connection.executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = async <R>(query: CompiledQuery) => {
        refuseWhenFull(query.sql)
        return execute<R>(query).catch(reportFailure)
      }
    },
  })
  const db = new RetryingKysely<Tables>({ dialect })
  const jobs = fromPglite(pglite)
  return {
    db,
    jobs: {
      db: {
        ...jobs,
        async executeSql(text, values) {
          refuseWhenFull(text)
          return jobs.executeSql(text, values).catch(reportFailure)
        },
      },
      backend: 'pglite',
    },
    withoutTimeouts: use => use(db),
    isFull,
    close: () => pglite.close(),
  }

  function refuseWhenFull(text: string) {
    if (isFull() && writing.test(text)) throw new StorageFull(`needed for: ${text.slice(0, 40)}`)
  }
}

/** Also a query that locks rows, because locks are written. A quoted word is an identifier, such as "drop" in the feed. */
const writing = /(?<!")\b(?:insert|update|delete|create|alter|drop|truncate|vacuum)\b(?!")/i

const pgliteOptions = {
  /** Ids and counts stay far below 2^53, so 64-bit integers are read as numbers on both engines. */
  parsers: { [types.INT8]: Number },
  extensions: { pg_trgm },
  // PGlite takes 128 MB by default, all of it at start.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
}

function reportFailure(error: unknown): never {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) throw error
  if (error.severity === 'PANIC') {
    // From here on every statement would run for ever. The next start recovers from the database's log.
    process.stderr.write(`The embedded database has crashed: ${error.message}\n`)
    process.exit(1)
  }
  throw failureOfState(String(error.code), error) ?? error
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
