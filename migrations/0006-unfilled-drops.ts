import { type Kysely, sql } from 'kysely'

/** Drops whose recipients are not all written into the ledger yet: looked for at every start. */
export async function up(db: Kysely<unknown>) {
  await sql`create index drops_unfilled on drops (id) where ledger_filled_at is null`.execute(db)
}
