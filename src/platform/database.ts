import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Tables } from '../contract/tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** For queries that run inside a transaction or outside. */
export type Queryable = Database | Transaction

/** Answers a request of another process to the one that has the embedded database open. */
export type AnswerCommand = (request: string) => Promise<string>

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
