import { type Kysely, sql } from 'kysely'

/** Names of deleted accounts, which nobody can take for a year. */
export async function up(db: Kysely<unknown>) {
  await sql`create table deleted_usernames (
    username text not null,
    held_until timestamptz not null
  )`.execute(db)
  await sql`create unique index deleted_usernames_key on deleted_usernames (lower(username))`.execute(
    db,
  )
}
