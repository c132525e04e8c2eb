import { type Kysely, sql } from 'kysely'

/** Reports about single mails: bounces, deliveries and complaints. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table mail_events (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    notification_id bigint references drop_notifications on delete cascade,
    kind text not null check (kind in ('hard', 'soft', 'delivered', 'complaint')),
    report text not null,
    detail text not null,
    created_at timestamptz not null default now()
  )`,
  // Rejects duplicate reports.
  `create unique index mail_events_key on mail_events
    (follow_id, coalesce(notification_id, 0), kind, report)`,
  'create index mail_events_notification_id on mail_events (notification_id, kind)',
]
