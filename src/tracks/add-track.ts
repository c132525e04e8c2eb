import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { isUniqueViolation } from '../platform/errors.ts'
import { requestLookUp } from '../spotify/details/look-up-track.job.ts'
import { readTrackLink } from '../spotify/links/read-track-link.ts'
import { trackLinkOf } from '../spotify/track-link.shared.ts'
import { duplicateTrack, listIsFull } from './tracks.errors.ts'
import { findTrack, listTracks, markListChanged } from './tracks.queries.ts'
import type { Track } from './tracks.schemas.ts'
import { maxTracks } from './tracks.shared.ts'

/** Appends a track to a member's list. Throws what `readTrackLink` throws, `duplicateTrack`, `listIsFull`. */
export async function addTrack(
  context: Context,
  userId: number,
  pastedLink: string,
): Promise<Track> {
  const { db, queue, clock, config } = context
  const trackId = await readTrackLink(context, userId, pastedLink)
  try {
    return await db.transaction().execute(async trx => {
      await lockMember(trx, userId)
      const list = await listTracks(trx, userId)
      if (list.some(track => track.spotify_track_id === trackId)) throw duplicateTrack(config.brand)
      if (list.length >= maxTracks) throw listIsFull(config.brand)
      const now = clock.now()
      const { id } = await trx
        .insertInto('tracks')
        .values({
          user_id: userId,
          spotify_track_id: trackId,
          spotify_track_url: trackLinkOf(trackId),
          rank: list.length + 1,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await markListChanged(trx, userId, now)
      await requestLookUp({ queue, config }, trx, trackId)
      return findTrack(trx, id)
    })
  } catch (error) {
    // The lock prevents both; the constraints also apply to code that does not take it.
    if (isUniqueViolation(error, 'tracks_once_per_list')) throw duplicateTrack(config.brand)
    if (isUniqueViolation(error, 'tracks_rank_check')) throw listIsFull(config.brand)
    throw error
  }
}
