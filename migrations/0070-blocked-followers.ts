import { type Kysely, sql } from 'kysely'

/** Follows that the followed member ended: removed ones refer to themselves in `merged_into`, blocked ones also have a time. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table radr_follows add blocked_at timestamptz',
  `create index radr_follows_blocked on radr_follows (radr_user_id, blocked_at, id)
    where blocked_at is not null`,

  `create table account_events (
    id bigint generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    kind text not null,
    detail text,
    created_at timestamptz not null
  )`,
  'create index account_events_of_member on account_events (user_id, id)',
  'create index account_events_created_at on account_events (created_at)',
]
