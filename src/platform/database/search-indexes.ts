import { sql } from 'kysely'
import type { Queryable } from '../database.ts'

const indexes = {
  follower_registry_search: 'on follower_registry using gin (lower(email) gin_trgm_ops)',
  users_email_search: 'on users using gin (lower(email) gin_trgm_ops)',
  users_username_search: 'on users using gin (lower(username) gin_trgm_ops)',
}

/** Where PostgreSQL has pg_trgm or permits installing it. Not a migration, because it may be installed later. */
export async function addSearchIndexes(db: Queryable) {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`.execute(db)
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (rows.length === 0) return
  for (const [name, definition] of Object.entries(indexes)) {
    // Looked up first: creating an index, even one that exists, waits for every write to its table.
    if (await exists(db, name)) continue
    await sql.raw(`create index ${name} ${definition} with (fastupdate = off)`).execute(db)
  }
}

export const hasSearchIndexes = (db: Queryable) => exists(db, 'follower_registry_search')

/** Many rows are added faster without them. */
export async function dropSearchIndexes(db: Queryable) {
  for (const name of Object.keys(indexes)) await sql.raw(`drop index if exists ${name}`).execute(db)
}

async function exists(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${name}) is not null as found`.execute(db)
  return rows[0]?.found ?? false
}
