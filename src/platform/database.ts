import { mkdir } from 'node:fs/promises'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { type Kysely, type Transaction as KyselyTransaction, PGliteDialect } from 'kysely'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type Config, SettingError } from './config.ts'
import { lockDirectory } from './database/directory-lock.ts'
import { openPostgres } from './database/postgres.ts'
import { RetryingKysely } from './database/retrying-kysely.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** For queries that run inside a transaction or outside. */
export type Queryable = Database | Transaction

export type OpenDatabase = {
  db: Database
  /** For pg-boss: the same database. */
  jobs: Pick<ConstructorOptions, 'db' | 'backend'>
  /** Lends the database with no limit on how long a statement takes: for migrations. */
  withoutTimeouts<T>(use: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database of the settings; throws `SettingError` when it cannot be opened. */
export function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(`${dataDir}/db`)
}

/** Opens the embedded PostgreSQL in `folder`; throws `SettingError` when another process has it open. */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true })
  const lock = await lockDirectory(folder)
  if (!lock) {
    throw new SettingError(
      `Another process uses the embedded database in DATA_DIR (${folder}): stop it, choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
  const opened = overPglite(await PGlite.create({ dataDir: folder, parsers: bigintParser }))
  return {
    ...opened,
    async close() {
      await opened.close()
      await lock.release()
    },
  }
}

/** Uses an open PGlite as the app's database. */
export function overPglite(pglite: PGlite): OpenDatabase {
  const db = new RetryingKysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    withoutTimeouts: use => use(db),
    close: () => pglite.close(),
  }
}

/** Ids and counts stay far below 2^53, so 64-bit integers are read as numbers on both engines. */
export const bigintParser = { [pgliteTypes.INT8]: Number }
