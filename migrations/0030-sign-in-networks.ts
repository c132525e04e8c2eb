import { type Kysely, sql } from 'kysely'

/** Networks that an account has signed in from, as keyed hashes: guesses elsewhere do not lock it out there. */
export async function up(db: Kysely<unknown>) {
  await sql`create table sign_in_networks (
    user_id integer not null references users on delete cascade,
    network bytea not null,
    last_used_at timestamptz not null,
    primary key (user_id, network)
  )`.execute(db)
}
