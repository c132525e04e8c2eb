import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { nameOf, type Table } from './tables-to-copy.ts'

export type Progress = { table: string; copied: number; total: number }

type Copy = {
  from: Transaction
  to: Transaction
  table: Table
  total: number
  onProgress(progress: Progress): void
}

const rowsOfBatch = 1_000
const binaryRowsOfBatch = 100

export async function copyTable({ from, to, table, total, onProgress }: Copy) {
  const { columns } = table
  const size = columns.some(({ type }) => type === 'bytea') ? binaryRowsOfBatch : rowsOfBatch
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const texts = columns.map(({ name }, n) => `"${name}"::text as c${n}`)
  const values = columns.map(({ type }, n) => `c${n}::${type}`)
  const parameters = columns.map((_, n) => `$${n + 1}::text[]`)
  const insert = `insert into ${nameOf(table)} (${list}) overriding system value
    select ${values} from unnest(${parameters}) as batch (${columns.map((_, n) => `c${n}`)})`

  await sql.raw(`declare batches cursor for select ${texts} from ${nameOf(table)}`).execute(from)
  for (let copied = 0; ; ) {
    const { rows } = await sql<Record<string, string | null>>`
      fetch ${sql.lit(size)} from batches`.execute(from)
    if (rows.length === 0) break
    const columnsOfRows = columns.map((_, n) => rows.map(row => row[`c${n}`]))
    await to.executeQuery(CompiledQuery.raw(insert, columnsOfRows))
    copied += rows.length
    onProgress({ table: table.name, copied, total })
  }
  await sql`close batches`.execute(from)
}

/** The number of rows, and a sum over all of them that does not depend on their order. */
export async function checksumOf(trx: Transaction, table: Table) {
  const row = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const { rows } = await sql<{ rows: number; checksum: string }>`
    select count(*)::int as rows, coalesce(sum(
      ('x' || left(encode(sha256(convert_to(row(${sql.raw(row)})::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint
    ), 0)::text as checksum from ${sql.raw(nameOf(table))}`.execute(trx)
  return rows[0] ?? { rows: 0, checksum: '' }
}

/** Ids that were given to rows since deleted are not given again, because mails and links name them. */
export async function copySequences(from: Transaction, to: Transaction) {
  const { rows } = await sql<{ name: string; last: string }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null`.execute(from)
  for (const { name, last } of rows)
    await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(to)
}
