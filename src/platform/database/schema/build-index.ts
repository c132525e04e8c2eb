import { sql } from 'kysely'
import type { Database, Queryable } from '../../database.ts'

const concurrently = /^\s*create (?:unique )?index concurrently (\w+) /i

/** Whether the migration only builds indexes beside the writes to their tables, which no transaction can. */
export const buildsIndexes = (statements: string[]) =>
  statements.length > 0 && statements.every(statement => concurrently.test(statement))

/** Builds an index unless it is there. One whose build was interrupted is invalid, and is built again. */
export async function buildIndex(db: Database, statement: string) {
  const name = concurrently.exec(statement)?.[1] ?? ''
  const isValid = await stateOfIndex(db, name)
  if (isValid) return
  if (isValid === false) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
  await sql.raw(statement).execute(db)
}

/** Builds an index inside of a transaction, where nobody else uses the database. */
export const buildIndexAlone = (db: Queryable, statement: string) =>
  sql.raw(statement.replace(/ concurrently /i, ' ')).execute(db)

/** Whether an index is valid; null where there is no such index. */
async function stateOfIndex(db: Queryable, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]?.indisvalid ?? null
}
