import type { Queryable } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import type { QueryOf, ResponseOf } from '../platform/http/endpoint.shared.ts'
import { coversOf } from '../tracks/listed-tracks.queries.ts'
import { type From, findSongSender, type LinkContext } from './find-song-sender.ts'
import { dropToAnswerNotFound } from './returned-songs.errors.ts'
import { findSentSong } from './returned-songs.queries.ts'
import type * as schemas from './returned-songs.schemas.ts'

/** The drop that a page is to answer, with what was sent already; or why nothing can be sent. */
export async function findDropToAnswer(
  context: LinkContext,
  from: From,
  dropNumber: QueryOf<typeof schemas.getDropToAnswer>['drop'],
): Promise<ResponseOf<typeof schemas.getDropToAnswer>> {
  const { db } = context
  try {
    const { followId, sender, member } = await findSongSender(context, from)
    const drop = await db
      .selectFrom('drops')
      .select(['drops.id', 'drop_number as dropNumber', coversOf('drop', 'drops.id').as('tracks')])
      .where('user_id', '=', member.id)
      .where('drop_number', '=', /^[1-9]\d{0,8}$/.test(dropNumber) ? Number(dropNumber) : 0)
      .executeTakeFirstOrThrow(dropToAnswerNotFound)
    const { id, ...shown } = drop
    const sent = await findSentSong(db, id, followId)
    const onDrop = sent && (await findDropWithSong(db, id, followId))
    return {
      problem: null,
      username: member.username,
      avatar: member.avatar,
      ...shown,
      sender,
      sent: sent ?? null,
      listed: onDrop ?? null,
    }
  } catch (error) {
    // An outage is no problem of the link.
    if (!(error instanceof Failure) || error.status >= 500) throw error
    const { message, code, details } = error
    const username = details.extra?.username
    return { problem: message, code, ...(typeof username === 'string' && { username }) }
  }
}

/** The newest drop with the song that a follow sent in answer to `dropId`, made after it was sent. */
const findDropWithSong = (db: Queryable, dropId: number, followId: number) =>
  db
    .selectFrom('returned_songs as song')
    .innerJoin('drops as answered', 'answered.id', 'song.drop_id')
    .innerJoin('drops', 'drops.user_id', 'answered.user_id')
    .innerJoin('drop_tracks as track', on =>
      on
        .onRef('track.drop_id', '=', 'drops.id')
        .onRef('track.spotify_track_id', '=', 'song.spotify_track_id'),
    )
    .where('song.drop_id', '=', dropId)
    .where('song.follow_id', '=', followId)
    .whereRef('song.created_at', '<', 'drops.created_at')
    .select(['drops.drop_number as dropNumber', 'track.rank'])
    .orderBy('drops.drop_number', 'desc')
    .limit(1)
    .executeTakeFirst()
