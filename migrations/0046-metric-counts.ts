import { type Kysely, sql } from 'kysely'

/** The last counts of rows that `/metrics` shows; one row for all processes. */
export async function up(db: Kysely<unknown>) {
  await sql`create table metric_counts (
    id smallint primary key default 1 check (id = 1),
    counts jsonb not null,
    counted_at timestamptz not null
  )`.execute(db)
}
