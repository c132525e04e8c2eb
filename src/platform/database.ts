import { join } from 'node:path'
import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Tables } from '../contract/tables.ts'
import type { Config } from './config.ts'
import { restrictDataDirectory } from './data-directory.ts'
import { openEmbedded } from './database/embedded.ts'
import { openPostgres } from './database/postgres.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** For queries that run inside a transaction or outside. */
export type Queryable = Database | Transaction

/** Answers a request of another process to the one that has the embedded database open. */
export type AnswerCommand = (db: Database, request: string) => Promise<string>

export type OpenDatabase = {
  db: Database
  /** For pg-boss: the same database. */
  jobs: Pick<ConstructorOptions, 'db' | 'backend'>
  /** Lends the database with no limit on how long a statement takes: for migrations. */
  withoutTimeouts<T>(use: (db: Database) => Promise<T>): Promise<T>
  /** Whether the disk of the embedded database is full; it can be read then, not written. */
  isFull(): boolean
  close(): Promise<void>
}

/**
 * Opens the database of the settings; throws `SettingError` when it cannot be opened. Files in DATA_DIR
 * are then accessible to the owner of this process alone. `answer` gets the requests of other processes to
 * the embedded database.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  answer?: AnswerCommand,
) {
  process.umask(0o077)
  const database = databaseUrl
    ? await openPostgres(databaseUrl)
    : await openEmbedded(join(dataDir, 'db'), answer)
  // Afterwards, because PGlite creates its first files with permissions for everybody.
  restrictDataDirectory(dataDir)
  return database
}
