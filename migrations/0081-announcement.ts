import { type Kysely, sql } from 'kysely'

/** The line on top of every page: one row, or none. */
export async function up(db: Kysely<unknown>) {
  await sql`create table announcement (
    id integer primary key default 1 check (id = 1),
    text text not null
  )`.execute(db)
}
