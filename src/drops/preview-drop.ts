import { presentMovement } from '../movement/decide-movement.ts'
import type { Queryable } from '../platform/database.ts'
import type { ResponseOf } from '../platform/endpoint.shared.ts'
import { decideNextDrop } from './decide-next-drop.ts'
import { findDropEligibility } from './drop-rules.ts'
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
