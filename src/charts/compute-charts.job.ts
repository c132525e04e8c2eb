import { type RawBuilder, sql } from 'kysely'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { isShown } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { defineJob, everyMinute } from '../platform/queue.ts'
import type { ChartName } from './charts.queries.ts'

/** Entries of each chart; the specification gives no number, and with 50 the page was slow on a phone. */
export const chartLength = 25

export const computeChartsJob = defineJob({
  name: 'compute-charts',
  ...everyMinute,
  runAtStart: true,
  run: ({ db }: Pick<Context, 'db'>) => computeCharts(db),
})

/** Recomputes every chart. It reads all lists and follows, so it runs in the background. */
export async function computeCharts(db: Database) {
  await db.transaction().execute(async trx => {
    await takeOutHidden(trx)
    await countNewDrops(trx)
    await store(trx, 'top-users', topUsers)
    await store(trx, 'top-tracks', topTracks)
    await store(trx, 'most-dropped', mostDropped)
  })
}

/** The drops of members who were hidden are taken out of the counts, until the members are shown again. */
async function takeOutHidden(trx: Transaction) {
  const { rows } = await sql<{ id: string }>`
    with hidden as (
      update drops set counted = false
      where counted and user_id in (select id from users where hidden_reason is not null)
      returning id
    ), changed as (
      select spotify_track_id, count(*) as drops
      from hidden join drop_tracks on drop_id = hidden.id
      group by spotify_track_id
    )
    update track_drop_counts counts set count = count - drops
    from changed where counts.spotify_track_id = changed.spotify_track_id
    returning counts.spotify_track_id as id`.execute(trx)
  const tracks = rows.map(({ id }) => id)
  if (tracks.length === 0) return
  await sql`
    delete from track_drop_counts
    where count = 0 and spotify_track_id = any(${tracks}::text[])`.execute(trx)
  await sql`
    update track_drop_counts counts set first_dropped_at = first.at
    from (
      select spotify_track_id, min(created_at) as at
      from drop_tracks join drops on drops.id = drop_id
      where counted and spotify_track_id = any(${tracks}::text[])
      group by spotify_track_id
    ) first
    where counts.spotify_track_id = first.spotify_track_id`.execute(trx)
}

/** Drops leave the counts before they are deleted: the transaction that ends the account has hidden it. */
export const dropsOfAccount: AccountPart = {
  end: takeOutHidden,
  table: 'drop_tracks',
  isOf: userId => sql`drop_id in (select id from drops where user_id = ${userId})`,
}

/** A drop never changes, so it is counted once, by the statement that marks it as counted. */
async function countNewDrops(trx: Transaction) {
  await sql`
    with fresh as (
      update drops set counted = true
      where not counted and ${isShown('drops.user_id')}
        and exists (select from drop_tracks where drop_id = drops.id)
      returning id, created_at
    )
    insert into track_drop_counts (spotify_track_id, count, first_dropped_at)
    select spotify_track_id, count(*), min(fresh.created_at)
    from fresh join drop_tracks on drop_tracks.drop_id = fresh.id
    group by spotify_track_id
    order by spotify_track_id
    on conflict (spotify_track_id) do update set
      count = track_drop_counts.count + excluded.count,
      first_dropped_at = least(track_drop_counts.first_dropped_at, excluded.first_dropped_at)
  `.execute(trx)
}

async function store(trx: Transaction, name: ChartName, ranking: RawBuilder<unknown>) {
  await sql`
    insert into charts (name, entries)
    select ${name}, coalesce(jsonb_agg(to_jsonb(entry)), '[]')
    from (${ranking} limit ${chartLength}) entry
    on conflict (name) do update set entries = excluded.entries
  `.execute(trx)
}

// Ties are sorted by age: registered first, on a list first, dropped first.

const topUsers = sql`
  select users.id, confirmed as "followerCount", drops as "dropCount"
  from follow_counts
  join users on users.id = follow_counts.user_id
  join drop_counts on drop_counts.user_id = users.id
  where users.hidden_reason is null and (confirmed > 0 or drops > 0)
  order by confirmed desc, users.created_at, users.id`

const topTracks = sql`
  select spotify_track_id as id, count(*) as count
  from tracks
  where ${isShown('tracks.user_id')}
  group by spotify_track_id
  order by count(*) desc, min(created_at), min(id)`

const mostDropped = sql`
  select spotify_track_id as id, count
  from track_drop_counts
  order by count desc, first_dropped_at, spotify_track_id`
