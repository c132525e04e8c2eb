import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { trackNotFound } from './tracks.errors.ts'
import { changeRanks, listTracks, markListChanged } from './tracks.queries.ts'

/** Removes a track from a member's list; the tracks after it move up. Throws `trackNotFound`. */
export async function deleteTrack({ db, clock }: Context, userId: number, trackId: number) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    await lockMember(trx, userId)
    const { rank } = await trx
      .deleteFrom('tracks')
      .where('id', '=', trackId)
      .where('user_id', '=', userId)
      .returning('rank')
      .executeTakeFirstOrThrow(trackNotFound)
    const after = (await listTracks(trx, userId)).filter(track => track.rank > rank)
    await changeRanks(
      trx,
      after.map(track => ({ id: track.id, rank: track.rank - 1 })),
      now,
    )
    await markListChanged(trx, userId, now)
  })
}
