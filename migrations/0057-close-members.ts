import { type Kysely, sql } from 'kysely'

/** At most twenty members whose lists share tracks with a member's, and for whom they have to be computed. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table close_members (
    user_id integer not null references users on delete cascade,
    close_user_id integer not null references users on delete cascade,
    score integer not null,
    primary key (user_id, close_user_id)
  )`,
  'create index close_members_close_user_id on close_members (close_user_id)',
  'create table close_members_due (user_id integer primary key references users on delete cascade)',
  'insert into close_members_due select distinct user_id from tracks',
]
