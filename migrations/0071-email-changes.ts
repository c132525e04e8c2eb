import { type Kysely, sql } from 'kysely'

/** Changes of an account's address: the link that proves the new one, and the one that undoes the change. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table email_changes (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    token_hash text not null unique,
    new_email text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    old_email text,
    changed_at timestamptz,
    undo_token_hash text unique,
    undo_expires_at timestamptz,
    undone_at timestamptz
  )`,
  'create index email_changes_user_id on email_changes (user_id)',
  'create index email_changes_old_email on email_changes (lower(old_email)) where old_email is not null',
]
