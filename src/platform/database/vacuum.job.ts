import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import { defineJob } from '../queue.ts'

/** PGlite has no autovacuum; PostgreSQL has. */
export const vacuumEmbedded = defineJob({
  name: 'vacuum',
  options: { retryLimit: 0 },
  schedule: '41 3 * * *',
  async run({ db, config }: Pick<Context, 'db' | 'config'>) {
    if (!config.databaseUrl) await vacuum(db)
  },
})

/** Foreign keys and triggers keep their plans until a table is analyzed: made for few rows, they read all of many. */
export const analyzeEmbedded = defineJob({
  name: 'analyze',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/5 * * * *',
  async run({ db, config }: Pick<Context, 'db' | 'config'>) {
    if (config.databaseUrl) return
    const tables = await changedTables(db)
    for (const { schema, name } of tables)
      await sql`analyze ${sql.table(`${schema}.${name}`)}`.execute(db)
  },
})

async function changedTables(db: Database) {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, stat.relname as name
    from pg_stat_user_tables stat join pg_class on pg_class.oid = relid
    where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`.execute(db)
  return rows
}

/** PGlite has no checkpointer: its log would grow until the process ends, and a killed one would replay all of it. */
export const checkpointEmbedded = defineJob({
  name: 'checkpoint',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/5 * * * *',
  async run({ db, config }: Pick<Context, 'db' | 'config'>) {
    if (!config.databaseUrl) await sql`checkpoint`.execute(db)
  },
})

export async function vacuum(db: Database) {
  await sql`vacuum (analyze)`.execute(db)
}
