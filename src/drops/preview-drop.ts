import type { Queryable } from '../platform/database.ts'
import type { ResponseOf } from '../platform/endpoint.shared.ts'
import { decideMovement, presentMovement } from '../tracks/movement/decide-movement.ts'
import { findDropEligibility } from './drop-rules.ts'
import type * as schemas from './drops.schemas.ts'

/** The movement that a drop made now would have. */
export async function previewDrop(
  db: Queryable,
  userId: number,
  now: Date,
): Promise<ResponseOf<typeof schemas.previewDrop>> {
  const { list, lastDrop } = await findDropEligibility(db, userId)
  if (list.length === 0) return { movement: null, tracks: [] }
  const previousDrop = lastDrop?.number ?? null
  const { tracks, drop } = await decideMovement(db, userId, { list, previousDrop, now })
  return {
    movement: drop,
    tracks: tracks.map((track, index) => ({
      spotify_track_id: list[index] as string,
      rank: index + 1,
      movement: presentMovement(index + 1, track),
    })),
  }
}
