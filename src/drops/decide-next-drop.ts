import { decideMovement, presentMovement } from '../movement/decide-movement.ts'
import type { Queryable } from '../platform/database.ts'
import type { ResponseOf } from '../platform/endpoint.shared.ts'
import { type DropEligibility, findDropEligibility } from './drop-rules.ts'
import type * as schemas from './drops.schemas.ts'

/** The movement that a drop made now would have. */
export async function previewDrop(
  db: Queryable,
  userId: number,
  now: Date,
): Promise<ResponseOf<typeof schemas.previewDrop>> {
  const eligibility = await findDropEligibility(db, userId)
  if (eligibility.list.length === 0) return { movement: null, tracks: [] }
  const { tracks, drop } = await decideNextDrop(db, userId, eligibility, now)
  return {
    movement: drop,
    tracks: tracks.map(track => ({
      spotify_track_id: track.spotify_track_id,
      rank: track.rank,
      movement: presentMovement(track),
    })),
  }
}

/** The number and the movement of a drop that the member makes now. */
export async function decideNextDrop(
  db: Queryable,
  userId: number,
  { list, lastDrop }: DropEligibility,
  now: Date,
) {
  const number = (lastDrop?.number ?? 0) + 1
  const records = await findTrackRecords(db, userId, list)
  return { number, ...decideMovement({ number, created_at: now, list }, lastDrop, records) }
}

/** What is stored with each track on the member's newest drop that has it. */
async function findTrackRecords(db: Queryable, userId: number, list: string[]) {
  const rows = await db
    .selectFrom('drops')
    .innerJoin('drop_tracks', 'drop_id', 'drops.id')
    .distinctOn('spotify_track_id')
    .select([
      'spotify_track_id',
      'drop_count',
      'peak_rank',
      'first_drop_number',
      'first_dropped_at',
    ])
    .where('user_id', '=', userId)
    .where('spotify_track_id', 'in', list)
    .orderBy('spotify_track_id')
    .orderBy('drop_number', 'desc')
    .execute()
  return new Map(rows.map(row => [row.spotify_track_id, row]))
}
