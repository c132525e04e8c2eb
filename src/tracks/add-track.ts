import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { requestLookUps } from '../spotify/details/look-up-track.job.ts'
import { readTrackLink } from '../spotify/links/read-track-link.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { duplicateTrack, listIsFull, trackNotFound } from './tracks.errors.ts'
import { findTrack, listTracks, markListChanged } from './tracks.queries.ts'
import type { Track } from './tracks.schemas.ts'
import { maxTracks } from './tracks.shared.ts'
import { findVia } from './via.queries.ts'

type AddedTrack = {
  spotifyUrl: string
  replaces?: number | undefined
  via?: string | undefined
}

/**
 * Appends a track to a member's list, or puts it in the place of another. Throws what `readTrackLink` throws,
 * `duplicateTrack`, `listIsFull`, and `trackNotFound` for the other one.
 */
export async function addTrack(
  context: Context,
  userId: number,
  { spotifyUrl, replaces, via }: AddedTrack,
): Promise<Track> {
  const { db, queue, clock, config } = context
  const trackId = await readTrackLink(context, `account:${userId}`, spotifyUrl)
  return db.transaction().execute(async trx => {
    await lockMember(trx, userId)
    const list = await listTracks(trx, userId)
    if (list.some(track => track.spotify_track_id === trackId)) throw duplicateTrack(config.brand)
    const replaced = list.find(track => track.id === replaces)
    if (replaces !== undefined && !replaced) throw trackNotFound()
    if (replaced) await trx.deleteFrom('tracks').where('id', '=', replaced.id).execute()
    else if (list.length >= maxTracks) throw listIsFull(config.brand)
    const now = clock.now()
    const { id } = await trx
      .insertInto('tracks')
      .values({
        user_id: userId,
        spotify_track_id: trackId,
        spotify_track_url: trackLinkOf(trackId),
        rank: replaced?.rank ?? list.length + 1,
        via_user_id: await findVia(trx, userId, { username: via, spotify_track_id: trackId }),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await markListChanged(trx, userId, now)
    await requestLookUps({ queue, config }, trx, [trackId])
    return findTrack(trx, id)
  })
}
