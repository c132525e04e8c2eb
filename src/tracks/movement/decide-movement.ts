import type { Selectable } from 'kysely'
import type { DropMovement, TrackMovement } from '../../contract/movement.schemas.ts'
import type { Tables } from '../../contract/tables.ts'

/** What is stored with each track of a drop. */
type StoredTrack = Omit<Selectable<Tables['drop_tracks']>, 'id' | 'drop_id'>

type TrackRecord = Pick<
  StoredTrack,
  'drop_count' | 'peak_rank' | 'first_drop_number' | 'first_dropped_at'
>

/** `list` has the ids of the tracks in order. */
type Drop = { number: number; created_at: Date; list: string[] }

type PreviousDrop = { number: number; list: string[]; numberOneDrops: number }

type Decided = { tracks: StoredTrack[]; movement: DropMovement }

/** `records` has what was stored with each track on the newest drop that the track was on. */
export function decideMovement(
  { number, created_at, list }: Drop,
  previous: PreviousDrop | null,
  records: Map<string, TrackRecord>,
): Decided {
  const previousList = previous?.list ?? []
  const tracks = list.map((spotify_track_id, index) => {
    const rank = index + 1
    const record = records.get(spotify_track_id)
    return {
      spotify_track_id,
      rank,
      previous_rank: previousList.indexOf(spotify_track_id) + 1 || null,
      drop_count: (record?.drop_count ?? 0) + 1,
      peak_rank: Math.min(record?.peak_rank ?? rank, rank),
      first_drop_number: record?.first_drop_number ?? number,
      first_dropped_at: record?.first_dropped_at ?? created_at,
    }
  })
  const kinds = tracks.map(kindOf)
  const hasSameNumberOne = list[0] === previousList[0]
  return {
    tracks,
    movement: {
      previous_drop: previous?.number ?? null,
      new: kinds.filter(kind => kind === 'new').length,
      back: kinds.filter(kind => kind === 'back').length,
      left: previousList.flatMap((spotify_track_id, index) =>
        list.includes(spotify_track_id) ? [] : { spotify_track_id, rank: index + 1 },
      ),
      number_one_drops: hasSameNumberOne ? (previous?.numberOneDrops ?? 0) + 1 : 1,
    },
  }
}

/** The movement of a member's whole history, oldest drop first. */
export function decideHistory(drops: Drop[]): Decided[] {
  const records = new Map<string, TrackRecord>()
  let previous: PreviousDrop | null = null
  return drops.map(drop => {
    const decided = decideMovement(drop, previous, records)
    for (const track of decided.tracks) records.set(track.spotify_track_id, track)
    const { number, list } = drop
    previous = { number, list, numberOneDrops: decided.movement.number_one_drops }
    return decided
  })
}

export function presentMovement(track: Omit<StoredTrack, 'spotify_track_id'>): TrackMovement {
  const { rank, previous_rank, drop_count, peak_rank, first_drop_number, first_dropped_at } = track
  return {
    kind: kindOf(track),
    places: Math.abs((previous_rank ?? rank) - rank),
    previous_rank,
    drops: drop_count,
    peak: peak_rank,
    since: { drop_number: first_drop_number, created_at: first_dropped_at.toISOString() },
  }
}

type Placed = Pick<StoredTrack, 'rank' | 'previous_rank' | 'drop_count'>

function kindOf({ rank, previous_rank, drop_count }: Placed): TrackMovement['kind'] {
  if (previous_rank === null) return drop_count === 1 ? 'new' : 'back'
  if (previous_rank === rank) return 'same'
  return previous_rank > rank ? 'up' : 'down'
}
