import { type Kysely, sql } from 'kysely'

/** What keeps mail orderly: addresses that get none, the pace and the pause of all mail, a drop's stop. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table suppressed_addresses (
    email text primary key check (email = lower(email)),
    reason text not null check (reason in ('hard', 'soft', 'complaint')),
    detail text not null,
    created_at timestamptz not null default now(),
    until timestamptz
  )`,

  // One row, which every process that sends mail reads and whose lock hands out the next moments.
  `create table mail_flow (
    id smallint primary key default 1 check (id = 1),
    paused_at timestamptz,
    next_slot timestamptz not null default '-infinity'
  )`,
  'insert into mail_flow default values',

  'alter table drops add stopped_at timestamptz',

  // Looking for work steps from one running drop to the next, and never walks through mails whose
  // time has not come.
  'drop index drop_notifications_open',
  `create index drop_notifications_running on drop_notifications (drop_id, id)
    where status in ('pending', 'sending')`,
  `create index drop_notifications_due on drop_notifications (next_attempt_at)
    where status in ('retry', 'unknown') and next_attempt_at is not null`,
  `create index drop_notifications_missed on drop_notifications (drop_id, id)
    where status in ('failed', 'skipped', 'unknown')`,
]
