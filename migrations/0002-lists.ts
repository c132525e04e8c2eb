import { type Kysely, sql } from 'kysely'

/** What the lists that many rows stand behind need to be read quickly: followers, feed and charts. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index radr_follows_newest on radr_follows (radr_user_id, created_at, id)',
  // Every follower count in the product counts exactly these rows, from the index alone.
  `create index radr_follows_confirmed on radr_follows (radr_user_id)
    where verified and not unsubscribed and merged_into is null`,

  'create index drops_of_member on drops (user_id, created_at desc, id desc)',
  `create table feed_readings (
    user_id integer primary key references users on delete cascade,
    newest_drop_id integer not null references drops on delete cascade
  )`,
  'create index feed_readings_newest_drop_id on feed_readings (newest_drop_id)',

  // One row per chart, so that processes which compute at the same time replace it whole.
  `create table charts (
    name text primary key,
    entries jsonb not null,
    computed_at timestamptz not null
  )`,

  // Counting every drop ever made anew each minute would stop the embedded database for a second in
  // a year's time; so each drop is added once.
  `create table track_drop_counts (
    spotify_track_id text primary key,
    count integer not null,
    first_dropped_at timestamptz not null
  )`,
  `create index track_drop_counts_most on track_drop_counts
    (count desc, first_dropped_at, spotify_track_id)`,
  'alter table drops add counted boolean not null default false',
  'create index drops_uncounted on drops (id) where not counted',
]
