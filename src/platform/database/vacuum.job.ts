import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import { defineJob } from '../queue.ts'

/** PostgreSQL has processes of its own for this, autovacuum and checkpointer; PGlite has neither. */
const maintenance = (name: string, schedule: string, run: (db: Database) => Promise<unknown>) =>
  defineJob({
    name,
    options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
    schedule,
    async run({ db, config }: Pick<Context, 'db' | 'config'>) {
      if (!config.databaseUrl) await run(db)
    },
  })

export const vacuum = (db: Database) => sql`vacuum (analyze)`.execute(db)

export const vacuumEmbedded = maintenance('vacuum', '41 3 * * *', vacuum)

/** Foreign keys and triggers keep their plans until a table is analyzed: made for few rows, they read all of many. */
export const analyzeEmbedded = maintenance('analyze', '*/5 * * * *', async db => {
  const { rows: changed } = await sql<{ schema: string; name: string }>`
    /* PostgreSQL alone */ select schemaname as schema, stat.relname as name
    from pg_stat_user_tables stat join pg_class on pg_class.oid = relid
    where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`.execute(db)
  for (const { schema, name } of changed)
    await sql`analyze ${sql.table(`${schema}.${name}`)}`.execute(db)
})

/** Without checkpoints the log of the database would grow until the process ends, and a killed one would replay all of it. */
export const checkpointEmbedded = maintenance('checkpoint', '*/5 * * * *', db =>
  sql`checkpoint`.execute(db),
)
