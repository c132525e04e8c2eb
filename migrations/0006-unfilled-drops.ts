import { type Kysely, sql } from 'kysely'

/** Drops that lack deliveries; they are looked up at every start. */
export async function up(db: Kysely<unknown>) {
  await sql`create index drops_unfilled on drops (id) where ledger_filled_at is null`.execute(db)
}
