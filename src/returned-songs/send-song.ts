import type { Context } from '../platform/context.ts'
import { Failure, rateLimited } from '../platform/errors.ts'
import type { BodyOf } from '../platform/http/endpoint.shared.ts'
import { mailbox, take, type Who } from '../platform/limits/limits.ts'
import { type LookUpContext, requestLookUps } from '../spotify/details/look-up-track.job.ts'
import { previewTrack } from '../tracks/preview-track.ts'
import { type From, findSongSender, lockSongSender } from './find-song-sender.ts'
import { dropToAnswerNotFound, noTrackLink, songAlreadySent } from './returned-songs.errors.ts'
import { findDropId, findSentSong } from './returned-songs.queries.ts'
import type * as schemas from './returned-songs.schemas.ts'

/** Limits a mailbox, because each member whom one person follows takes one song for each drop, and all drops are open. */
const dailyLimit = { what: 'returned song', max: 30, seconds: 24 * 60 * 60 }

type SentSong = Pick<BodyOf<typeof schemas.sendSong>, 'drop' | 'spotifyUrl' | 'words'>

/**
 * Keeps a song that a follower sends in answer to a drop, and returns the name of the member whom it is for. Throws what
 * `findSongSender` and `previewTrack` throw, `dropToAnswerNotFound`, `songAlreadySent` and `rateLimited`.
 */
export async function sendSong(
  context: Context & LookUpContext,
  client: Who,
  from: From,
  { drop, spotifyUrl, words }: SentSong,
): Promise<string> {
  const { db, queue, config, clock, linkKey } = context
  const found = await findSongSender(context, from)
  const dropId = await findDropId(db, found.member.id, drop)
  if (dropId === null) throw dropToAnswerNotFound()
  if (await findSentSong(db, dropId, found.followId)) throw songAlreadySent(found.member.username)
  const { spotify_track_id } = await previewTrack(context, client, spotifyUrl).catch(blameSong)
  await db.transaction().execute(async trx => {
    const { followId, address, member } = await lockSongSender(
      { linkKey, trx },
      from,
      found.followId,
    )
    const wait = await take({ ...context, db: trx }, [{ ...dailyLimit, who: [mailbox(address)] }])
    if (wait > 0) throw rateLimited(wait)
    await trx
      .insertInto('returned_songs')
      .values({
        drop_id: dropId,
        follow_id: followId,
        spotify_track_id,
        words,
        created_at: clock.now(),
      })
      .onConflict(on => on.columns(['drop_id', 'follow_id']).doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => songAlreadySent(member.username))
    await requestLookUps({ queue, config }, trx, [spotify_track_id])
  })
  return found.member.username
}

/** The preview of a track calls the field of its link `link`. */
function blameSong(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const { code, message, details } = error
  if (code === 'invalid_track_link') throw noTrackLink()
  throw details.field === 'link'
    ? new Failure(code, message, { ...details, field: 'spotifyUrl' })
    : error
}
