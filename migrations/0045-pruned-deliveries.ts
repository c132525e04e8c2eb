import { type Kysely, sql } from 'kysely'

/** Deliveries of old drops are deleted and kept as counts. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table drop_delivery_counts (
    drop_id integer not null references drops on delete cascade,
    status text not null,
    count integer not null,
    primary key (drop_id, status)
  )`,
  'alter table drops add deliveries_pruned_at timestamptz',
  'create index drops_unpruned on drops (created_at) where deliveries_pruned_at is null',
  `create index suppressed_addresses_until on suppressed_addresses (until)
    where until is not null`,
  `create index users_unproven on users (created_at) where email_confirmed_at is null`,
]
