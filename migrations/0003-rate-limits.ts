import { type Kysely, sql } from 'kysely'

/** How often somebody did something in the current stretch of time. */
export async function up(db: Kysely<unknown>) {
  // Unlogged: counts are written at every limited request and are not worth keeping over a crash.
  await sql`create unlogged table rate_limits (
    key bytea primary key,
    used integer not null,
    resets_at timestamptz not null
  ) with (fillfactor = 70)`.execute(db)
  await sql`create index rate_limits_resets_at on rate_limits (resets_at)`.execute(db)
}
