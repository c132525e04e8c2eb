import { sql } from 'kysely'
import { recordEvent } from '../members/activity/record-event.ts'
import { storeAvatar } from '../members/avatars/change-avatar.ts'
import { readStoredAvatar } from '../members/avatars/read-avatar.ts'
import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import type { BodyOf, QueryOf, ResponseOf } from '../platform/endpoint.shared.ts'
import { requestLookUps } from '../spotify/details/look-up-track.job.ts'
import { trackLinkOf } from '../spotify/track-link.shared.ts'
import { hasDrops, invalidArchive, listNotEmpty } from './archive.errors.ts'
import type * as schemas from './archive.schemas.ts'
import type { ArchiveData } from './archive-data.schemas.ts'
import { readArchive } from './read-archive.ts'

type Import = typeof schemas.importArchive

/**
 * Restores a member's archive into an account, in one transaction. No mail is sent and no delivery made.
 * Throws `invalidArchive`, `listNotEmpty`, `hasDrops`.
 */
export async function importArchive(
  { db, queue, config, clock }: Context,
  userId: number,
  file: BodyOf<Import>,
  list: QueryOf<Import>['list'],
): Promise<ResponseOf<Import>> {
  const now = clock.now()
  const { data, avatar } = await readArchive(Buffer.from(await file.arrayBuffer()), now)
  const picture = avatar && (await readPicture(avatar))
  return db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if (data.drops.length > 0 && (await has(trx, 'drops', userId))) throw hasDrops()
    const hasList = data.list.tracks.length > 0 && (await has(trx, 'tracks', userId))
    if (hasList && list === 'if_empty') throw listNotEmpty(config.brand)
    const isListImported = !hasList || list === 'replace'
    if (isListImported) await replaceList(trx, userId, data.list)
    await addDrops(trx, userId, data.drops, now)
    if (picture) await storeAvatar(trx, userId, picture, now)
    await trx
      .updateTable('users')
      .set({
        spotify_user_id: data.profile.streaming_profile ?? member.spotify_user_id,
        first_steps_closed_at: member.first_steps_closed_at ?? data.settings.first_steps_closed_at,
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute()
    await recordEvent(trx, userId, 'data_imported', now)
    const droppedTracks = data.drops.toReversed().flatMap(drop => drop.tracks)
    const tracks = [...(isListImported ? data.list.tracks : []), ...droppedTracks]
    await requestLookUps(
      { queue, config },
      trx,
      tracks.map(track => track.spotify_track_id),
    )
    return {
      tracks: isListImported ? data.list.tracks.length : 0,
      drops: data.drops.length,
      avatar: picture !== null,
      streamingProfile: data.profile.streaming_profile !== null,
    }
  })
}

async function readPicture(avatar: Buffer) {
  try {
    return await readStoredAvatar(avatar)
  } catch {
    throw invalidArchive('avatar.jpg is not an image that can be used.')
  }
}

async function has(trx: Transaction, table: 'drops' | 'tracks', userId: number) {
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .execute()
  return row.length > 0
}

async function replaceList(trx: Transaction, userId: number, list: ArchiveData['list']) {
  if (list.tracks.length === 0) return
  await trx.deleteFrom('tracks').where('user_id', '=', userId).execute()
  await trx
    .insertInto('tracks')
    .values(
      list.tracks.map(track => ({
        ...track,
        user_id: userId,
        spotify_track_url: trackLinkOf(track.spotify_track_id),
      })),
    )
    .execute()
  await trx
    .updateTable('users')
    .set({ tracks_updated_at: list.updated_at })
    .where('id', '=', userId)
    .execute()
}

/**
 * They count as delivered, because their followers were told elsewhere. The charts never count them, because
 * nothing proves that they were made. Their movement is computed anew.
 */
async function addDrops(trx: Transaction, userId: number, drops: ArchiveData['drops'], now: Date) {
  if (drops.length === 0) return
  await sql`
    with added as (
      insert into drops (user_id, drop_number, created_at, note, drop_followers,
        ledger_filled_at, mails_recorded, deliveries_pruned_at, counted)
      select ${userId}::int, number, created_at, note, 0, ${now}, true, ${now}, null
      from jsonb_to_recordset(${JSON.stringify(drops)}::jsonb)
        given (number int, created_at timestamptz, note text)
      order by number
      returning id, drop_number
    )
    insert into drop_tracks (drop_id, spotify_track_id, rank)
    select added.id, track.spotify_track_id, track.rank
    from jsonb_to_recordset(${JSON.stringify(drops)}::jsonb) given (number int, tracks jsonb)
    join added on drop_number = given.number
    cross join jsonb_to_recordset(given.tracks) track (spotify_track_id text, rank int)
    order by added.id, rank`.execute(trx)
  await sql`select fill_movement(${[userId]})`.execute(trx)
}
