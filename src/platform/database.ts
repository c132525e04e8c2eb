import { mkdir } from 'node:fs/promises'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import {
  type Kysely,
  type Transaction as KyselyTransaction,
  PGliteDialect,
  PostgresDialect,
} from 'kysely'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type Config, SettingError } from './config.ts'
import { lockDirectory } from './directory-lock.ts'
import { RetryingKysely } from './retrying-kysely.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** What a query needs: inside a transaction or not. */
export type Queryable = Database | Transaction

export type OpenDatabase = {
  db: Database
  /** How the job queue reaches the same database. */
  jobs: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max'>
  close(): Promise<void>
}

/** The database that the settings name; throws `SettingError` when it is not to be had. */
export function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(`${dataDir}/db`)
}

/** PostgreSQL at `url`; throws `SettingError` when it does not answer. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: numbersForBigints,
    connectionTimeoutMillis: 10_000,
    // Nothing here leaves a transaction open on purpose; whoever does must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that breaks is replaced by the pool; the next query reports what is wrong.
  pool.on('error', () => {})
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new SettingError(`DATABASE_URL does not answer (${reason(error)}).`)
  }
  const db = new RetryingKysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The queue keeps a few connections of its own, one of them listening for new jobs.
  const jobs = { connectionString: url, max: 4 }
  return { db, jobs, close: () => db.destroy() }
}

/** The embedded PostgreSQL in `folder`, for one process; throws `SettingError` when another holds it. */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true })
  const hold = await lockDirectory(folder)
  if (!hold) {
    throw new SettingError(
      `Another process uses the embedded database in DATA_DIR (${folder}): stop it, choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
  const opened = overPglite(await PGlite.create({ dataDir: folder, parsers: bigintParser }))
  return {
    ...opened,
    async close() {
      await opened.close()
      await hold.release()
    },
  }
}

/** An open PGlite as the app's database. */
export function overPglite(pglite: PGlite): OpenDatabase {
  const db = new RetryingKysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  return { db, jobs: { db: fromPglite(pglite), backend: 'pglite' }, close: () => pglite.close() }
}

/** Ids and counts stay far below 2^53, so 64-bit integers are read as numbers on both engines. */
export const bigintParser = { [pgliteTypes.INT8]: Number }

const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
}

function reason(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
}
