import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { invalidTrackOrder } from './tracks.errors.ts'
import { changeRanks, listTracks, markListChanged } from './tracks.queries.ts'
import type { Track } from './tracks.schemas.ts'

type TrackRank = { id: number; rank: number }

/** Reorders a member's list and returns it. Throws `invalidTrackOrder`. */
export async function rankTracks(
  { db, clock }: Context,
  userId: number,
  ranks: TrackRank[],
): Promise<Track[]> {
  return db.transaction().execute(async trx => {
    await lockMember(trx, userId)
    const before = await listTracks(trx, userId)
    if (!ranksEachOnce(before, ranks)) throw invalidTrackOrder()
    const moved = ranks.filter(given => !before.some(track => hasRank(track, given)))
    if (moved.length === 0) return before
    const now = clock.now()
    await changeRanks(trx, moved, now)
    await markListChanged(trx, userId, now)
    return listTracks(trx, userId)
  })
}

function ranksEachOnce(tracks: Track[], given: TrackRank[]): boolean {
  const ids = new Set(given.map(({ id }) => id))
  const ranks = new Set(given.map(({ rank }) => rank))
  return (
    given.length === tracks.length &&
    tracks.every(({ id }, index) => ids.has(id) && ranks.has(index + 1))
  )
}

const hasRank = (track: Track, { id, rank }: TrackRank) => track.id === id && track.rank === rank
