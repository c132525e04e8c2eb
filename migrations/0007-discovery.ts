/** What is computed from all lists and drops: the charts, and the counts behind them. */

export const statements = [
  // One row per chart, so that processes which compute at the same time replace it whole.
  `create table charts (
    name text primary key,
    entries jsonb not null
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
]
