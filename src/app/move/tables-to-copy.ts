import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

export type Table = {
  schema: string
  name: string
  columns: { name: string; type: string }[]
}

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}."${name}"`

const notCopied = [
  'kysely_migration',
  'unfinished_move',
  'version',
  'bam',
  'warning',
  'queue_stats',
]

/** Every table of the app and its job queue, with the columns that are stored. */
export async function findTables(trx: Transaction): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select nspname as schema, relname as name, (
      select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
        order by attnum)
      from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
      and relname <> all(${notCopied})
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by nspname desc, relname`.execute(trx)
  return rows
}

/** Without triggers, which would count rows twice, and foreign keys; adding the keys again checks every row. */
export async function withoutConstraints(
  trx: Transaction,
  tables: Table[],
  copy: () => Promise<void>,
) {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname in ('public', 'pgboss')
    order by 1, 2`.execute(trx)
  const run = (statement: string) => sql.raw(statement).execute(trx)
  for (const table of tables) await run(`alter table ${nameOf(table)} disable trigger user`)
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`)
  await copy()
  for (const { table, name, definition } of keys)
    await run(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await run(`alter table ${nameOf(table)} enable trigger user`)
}
