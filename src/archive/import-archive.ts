import type { Viewer } from '../contract/viewer.ts'
import { addDrops } from '../drops/add-drops.ts'
import { findNextDropTime } from '../drops/drop-rules.ts'
import { scheduleReminder } from '../drops/reminder/reminders.ts'
import { storeAvatar } from '../members/avatars/change-avatar.ts'
import { readStoredAvatar } from '../members/avatars/read-avatar.ts'
import { lockMember, updateMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import type { BodyOf, QueryOf, ResponseOf } from '../platform/http/endpoint.shared.ts'
import { requestLookUps } from '../spotify/details/look-up-track.job.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { findVia } from '../tracks/via.queries.ts'
import {
  hasDrops,
  importNeedsConfirmedEmail,
  invalidArchive,
  listNotEmpty,
} from './archive.errors.ts'
import type * as schemas from './archive.schemas.ts'
import type { ArchiveData } from './archive-data.schemas.ts'
import { readUpload } from './archive-reader.ts'

type Import = typeof schemas.importArchive

/** Imports in one transaction, without mail. Throws `importNeedsConfirmedEmail`, `invalidArchive`, `listNotEmpty`, `hasDrops`. */
export async function importArchive(
  { db, queue, config, clock }: Context,
  { id: userId, email_confirmed_at }: Pick<Viewer, 'id' | 'email_confirmed_at'>,
  file: BodyOf<Import>,
  list: QueryOf<Import>['list'],
): Promise<ResponseOf<Import>> {
  if (email_confirmed_at === null) throw importNeedsConfirmedEmail()
  const now = clock.now()
  const { data, avatar } = await readUpload(file, now)
  const picture = avatar && (await readPicture(Buffer.from(avatar), userId))
  return db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if (data.drops.length > 0 && (await has(trx, 'drops', userId))) throw hasDrops()
    const hasList = data.list.tracks.length > 0 && (await has(trx, 'tracks', userId))
    if (hasList && list === 'if_empty') throw listNotEmpty(config.brand)
    const isListImported = !hasList || list === 'replace'
    if (isListImported) await replaceList(trx, userId, data.list)
    // The followers of imported drops were told elsewhere. The charts never count them, because nothing proves that
    // they were made.
    await addDrops(
      trx,
      userId,
      data.drops.map(({ tracks, ...drop }) => ({ ...drop, list: tracks.map(idOf) })),
      { delivery_counts: '{}', deliveries_pruned_at: now, counted: null },
    )
    await scheduleReminder(trx, userId, await findNextDropTime(trx, userId, now))
    if (picture) await storeAvatar(trx, userId, picture, now)
    await updateMember(trx, userId, {
      spotify_user_id: data.profile.streaming_profile ?? member.spotify_user_id,
      updated_at: now,
    })
    const droppedTracks = data.drops.toReversed().flatMap(drop => drop.tracks)
    const tracks = [...(isListImported ? data.list.tracks : []), ...droppedTracks]
    await requestLookUps({ queue, config }, trx, tracks.map(idOf), { priority: -1 })
    return {
      tracks: isListImported ? data.list.tracks.length : 0,
      drops: data.drops.length,
      avatar: picture !== null,
      streamingProfile: data.profile.streaming_profile !== null,
    }
  })
}

const idOf = (track: { spotify_track_id: string }) => track.spotify_track_id

async function readPicture(avatar: Buffer, userId: number) {
  try {
    return await readStoredAvatar(avatar, userId)
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited') throw error
    throw invalidArchive('avatar.jpg is not an image that can be used.')
  }
}

async function has(trx: Transaction, table: 'drops' | 'tracks', userId: number) {
  const rows = trx.selectFrom(table).select('id').where('user_id', '=', userId).limit(1)
  return (await rows.execute()).length > 0
}

async function replaceList(trx: Transaction, userId: number, list: ArchiveData['list']) {
  if (list.tracks.length === 0) return
  await trx.deleteFrom('tracks').where('user_id', '=', userId).execute()
  for (const { via, ...track } of list.tracks) {
    const { spotify_track_id } = track
    // The member must have the track here: the username may be another person's by now.
    const via_user_id = await findVia(trx, userId, { username: via, spotify_track_id })
    await trx
      .insertInto('tracks')
      .values({
        ...track,
        user_id: userId,
        spotify_track_url: trackLinkOf(spotify_track_id),
        via_user_id,
      })
      .execute()
  }
  await updateMember(trx, userId, { tracks_updated_at: list.updated_at })
}
