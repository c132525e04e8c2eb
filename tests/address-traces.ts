import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/database.ts'

/** The rows of a full dump, except the secrets, in which somebody would find an email or a hash of it. */
export async function findTraces(db: Database, addresses: string[]): Promise<string[]> {
  const traces = addresses.flatMap(tracesOf)
  return (await dump(db)).filter(row => traces.some(trace => row.includes(trace)))
}

/** Every row as text, except the secrets. */
export async function dump(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename <> 'secrets' order by 1, 2`.execute(db)
  const rows: string[] = []
  for (const { schema, name } of tables) {
    const found = await sql<{ row: string }>`
      select dumped::text as row from ${sql.table(`${schema}.${name}`)} dumped order by 1`.execute(
      db,
    )
    rows.push(...found.rows.map(({ row }) => row))
  }
  return rows
}

function tracesOf(address: string): string[] {
  const spellings = [address, address.toLowerCase(), address.toLowerCase().replace(/\+[^@]*/, '')]
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap(algorithm =>
    spellings.flatMap(spelling => {
      const hash = createHash(algorithm).update(spelling).digest()
      return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]
    }),
  )
  return [...spellings, ...hashes]
}
