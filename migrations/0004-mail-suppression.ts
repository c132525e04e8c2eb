import { type Kysely, sql } from 'kysely'

/** Suppressed addresses, the rate limit and the pause of all mail, and stopped drops. */
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

  // One row for all processes that send mail; its lock serializes the reservation of rate-limit slots.
  `create table mail_flow (
    id smallint primary key default 1 check (id = 1),
    paused_at timestamptz,
    next_slot timestamptz not null default '-infinity'
  )`,
  'insert into mail_flow default values',

  'alter table drops add stopped_at timestamptz',

  // A claim steps from one running drop to the next, and does not read retries that are not due.
  'drop index drop_notifications_open',
  `create index drop_notifications_running on drop_notifications (drop_id, id)
    where status in ('pending', 'sending')`,
  `create index drop_notifications_due on drop_notifications (next_attempt_at)
    where status in ('retry', 'unknown') and next_attempt_at is not null`,
  `create index drop_notifications_missed on drop_notifications (drop_id, id)
    where status in ('failed', 'skipped', 'unknown')`,
]
