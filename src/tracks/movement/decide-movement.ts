import { type Selectable, sql } from 'kysely'
import type { DropMovement, Tables } from '../../contract/tables.ts'
import type { Queryable } from '../../platform/database.ts'
import type { TrackMovement } from './movement.schemas.ts'

/** What is stored with each track of a drop. */
type StoredMovement = Pick<
  Selectable<Tables['drop_tracks']>,
  'previous_rank' | 'drop_count' | 'peak_rank' | 'first_drop_number' | 'first_dropped_at'
>

type Decided = {
  /** In the order of the list. */
  tracks: StoredMovement[]
  drop: DropMovement
}

/** A track's earlier drops of one member. */
type Past = {
  spotify_track_id: string
  drops: number
  peak: number
  first_number: number
  first_at: Date
  /** On the previous drop. */
  last_rank: number | null
}

type NextDrop = { list: string[]; previousDrop: number | null; now: Date }

/** How a drop made now would differ from the member's earlier ones. */
export async function decideMovement(
  db: Queryable,
  userId: number,
  next: NextDrop,
): Promise<Decided> {
  const [past, numberOneBefore] = await Promise.all([
    findPast(db, userId, next),
    countDropsOfNumberOne(db, userId, next.list[0] ?? ''),
  ])
  return compare(next, past, numberOneBefore + 1)
}

/** Null between the insertion of many drops and `fill_movement`, which are one transaction. */
export function presentMovement(rank: number, stored: StoredMovement): TrackMovement | null {
  const { previous_rank, drop_count, peak_rank, first_drop_number, first_dropped_at } = stored
  if (drop_count === null || peak_rank === null) return null
  if (first_drop_number === null || first_dropped_at === null) return null
  return {
    ...kindOf(rank, previous_rank, drop_count),
    previous_rank,
    drops: drop_count,
    peak: peak_rank,
    since: { drop_number: first_drop_number, created_at: first_dropped_at.toISOString() },
  }
}

function kindOf(rank: number, previousRank: number | null, dropCount: number) {
  if (previousRank === null)
    return { kind: dropCount === 1 ? ('new' as const) : ('back' as const), places: 0 }
  const places = Math.abs(previousRank - rank)
  if (places === 0) return { kind: 'same' as const, places }
  return { kind: previousRank > rank ? ('up' as const) : ('down' as const), places }
}

/** `numberOneDrops` is the number of drops in a row with this top track. */
function compare(
  { list, previousDrop, now }: NextDrop,
  past: Past[],
  numberOneDrops: number,
): Decided {
  const pastOf = new Map(past.map(track => [track.spotify_track_id, track]))
  const tracks = list.map((id, index) => {
    const before = pastOf.get(id)
    const rank = index + 1
    return {
      previous_rank: before?.last_rank ?? null,
      drop_count: (before?.drops ?? 0) + 1,
      peak_rank: Math.min(before?.peak ?? rank, rank),
      first_drop_number: before?.first_number ?? (previousDrop ?? 0) + 1,
      first_dropped_at: before?.first_at ?? now,
    }
  })
  const added = tracks.filter(({ drop_count }) => drop_count === 1).length
  const stayed = tracks.filter(({ previous_rank }) => previous_rank !== null).length
  return {
    tracks,
    drop: {
      previous_drop: previousDrop,
      new: added,
      back: list.length - added - stayed,
      left: past
        .flatMap(({ spotify_track_id, last_rank }) =>
          last_rank === null || list.includes(spotify_track_id)
            ? []
            : { spotify_track_id, rank: last_rank },
        )
        .sort((a, b) => a.rank - b.rank),
      number_one_drops: numberOneDrops,
    },
  }
}

/** The earlier drops of the tracks that are on the list or on the previous drop. */
async function findPast(db: Queryable, userId: number, { list, previousDrop }: NextDrop) {
  const lastRank = sql`max(rank) filter (where drop_number = ${previousDrop})`
  const { rows } = await sql<Past>`
    select spotify_track_id, count(*) as drops, min(rank) as peak, min(drop_number) as first_number,
      (array_agg(created_at order by drop_number))[1] as first_at, ${lastRank} as last_rank
    from drops join drop_tracks on drop_id = drops.id
    where user_id = ${userId}
    group by spotify_track_id
    having spotify_track_id = any(${list}) or ${lastRank} is not null`.execute(db)
  return rows
}

/** The member's newest drops in a row on which the track was the top track. */
async function countDropsOfNumberOne(db: Queryable, userId: number, track: string) {
  const { rows } = await sql<{ drops: number }>`
    select count(*) as drops from drops
    where user_id = ${userId} and drop_number > coalesce((
      select max(drop_number) from drops join drop_tracks on drop_id = drops.id
      where user_id = ${userId} and rank = 1 and spotify_track_id <> ${track}), 0)`.execute(db)
  return rows[0]?.drops ?? 0
}
