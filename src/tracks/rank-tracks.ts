import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Track } from './tracks.contract.ts'
import { notAnOrder } from './tracks.errors.ts'
import { listTracks, markListChanged } from './tracks.queries.ts'

type Place = { id: number; rank: number }

/** Gives a member's list another order, and answers it. Throws `notAnOrder`. */
export async function rankTracks(
  { db, clock }: Context,
  userId: number,
  order: Place[],
): Promise<Track[]> {
  return db.transaction().execute(async trx => {
    await lockMember(trx, userId)
    const before = await listTracks(trx, userId)
    if (!isOrderOf(before, order)) throw notAnOrder()
    const moved = order.filter(place => !before.some(track => isAt(track, place)))
    if (moved.length === 0) return before
    const now = clock.now()
    // Two tracks may share a rank between these statements: the constraint looks at the end.
    for (const { id, rank } of moved) {
      await trx.updateTable('tracks').set({ rank, updated_at: now }).where('id', '=', id).execute()
    }
    await markListChanged(trx, userId, now)
    return listTracks(trx, userId)
  })
}

/** Each track once, ranked 1 to n. */
function isOrderOf(tracks: Track[], order: Place[]): boolean {
  const ids = new Set(order.map(({ id }) => id))
  const ranks = new Set(order.map(({ rank }) => rank))
  return (
    order.length === tracks.length &&
    tracks.every(({ id }, index) => ids.has(id) && ranks.has(index + 1))
  )
}

const isAt = (track: Track, { id, rank }: Place) => track.id === id && track.rank === rank
