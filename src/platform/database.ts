import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Tables } from '../contract/tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
export type Queryable = Database | Transaction

export type AnswerCommand = (request: string) => Promise<string>

export type OpenDatabase = {
  db: Database
  jobs: NonNullable<ConstructorOptions['db']>
  /** Lends the database with no limit on how long a statement takes: for migrations. */
  withoutTimeouts<T>(use: (db: Database) => Promise<T>): Promise<T>
  /** Whether other processes can use the database at the same time. */
  isShared: boolean
  /** Call it after the migrations: until then a power cut discards a new embedded database. */
  endFirstStart(): Promise<void>
  /** Whether the disk of the embedded database is full; it can be read then, not written. */
  isFull(): boolean
  close(): Promise<void>
}
