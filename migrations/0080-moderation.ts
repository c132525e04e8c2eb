import { type Kysely, sql } from 'kysely'

/** Members whom an administrator has hidden from the public, and what administrators did when and why. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add hidden_reason text`.execute(db)
  // Few rows, which queries of the public leave out.
  await sql`create index users_hidden on users (id) where hidden_reason is not null`.execute(db)
  // With names, because accounts may be deleted and renamed.
  await sql`create table moderation_actions (
    id bigint generated always as identity primary key,
    admin text not null,
    username text not null,
    action text not null check (action in ('hide', 'show')),
    reason text not null,
    created_at timestamptz not null
  )`.execute(db)
}
