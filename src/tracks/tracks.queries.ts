import type { DropMovement } from '../contract/movement.schemas.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import { presentMovement } from './movement/decide-movement.ts'
import type { DropTrack, LeftTrack, Track } from './tracks.schemas.ts'
import { viaColumn } from './via.queries.ts'

type TrackRow = Omit<Track, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

export async function listTracks(db: Queryable, userId: number): Promise<Track[]> {
  const rows = await selectList(db, { userId })
  return rows.map(presentTrack)
}

const selectList = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  selectTracks(db).where('tracks.user_id', '=', userId).orderBy('tracks.rank'),
)

export async function findTrack(db: Queryable, id: number): Promise<Track> {
  const row = await selectTracks(db).where('tracks.id', '=', id).executeTakeFirstOrThrow()
  return presentTrack(row)
}

/** Records when the member's list last changed. */
export async function markListChanged(trx: Transaction, userId: number, now: Date) {
  await trx.updateTable('users').set({ tracks_updated_at: now }).where('id', '=', userId).execute()
}

/**
 * Gives tracks of a list other ranks. They are deleted and inserted again: updated, two of them could share a rank until
 * the statement ends, which the constraint refuses.
 */
export async function changeRanks(
  trx: Transaction,
  ranks: readonly { id: number; rank: number }[],
  now: Date,
) {
  if (ranks.length === 0) return
  const rankOf = new Map(ranks.map(({ id, rank }) => [id, rank]))
  const moved = await trx
    .deleteFrom('tracks')
    .where('id', 'in', [...rankOf.keys()])
    .returningAll()
    .execute()
  const rows = moved.map(track => ({
    ...track,
    rank: rankOf.get(track.id) ?? track.rank,
    updated_at: now,
  }))
  await trx.insertInto('tracks').values(rows).execute()
}

function selectTracks(db: Queryable) {
  return db
    .selectFrom('tracks')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'tracks.spotify_track_id')
    .select(['id', 'user_id', 'spotify_track_url', 'tracks.spotify_track_id', 'rank'])
    .select(['created_at', 'updated_at', ...trackDetailColumns, viaColumn])
}

const presentTrack = ({ created_at, updated_at, ...track }: TrackRow): Track => ({
  ...track,
  tone: null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function listDropTracks(db: Queryable, dropId: number): Promise<DropTrack[]> {
  const rows = await db
    .selectFrom('drop_tracks')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
    .selectAll('drop_tracks')
    .select(trackDetailColumns)
    .where('drop_id', '=', dropId)
    .orderBy('rank')
    .execute()
  return rows.map(row => ({
    id: row.id,
    drop_id: row.drop_id,
    spotify_track_id: row.spotify_track_id,
    rank: row.rank,
    title: row.title,
    artist: row.artist,
    artwork: row.artwork,
    color: row.color,
    gone: row.gone,
    movement: presentMovement(row),
  }))
}

export async function listLeftTracks(db: Queryable, { left }: DropMovement): Promise<LeftTrack[]> {
  if (left.length === 0) return []
  const details = await db
    .selectFrom('track_details')
    .select(['spotify_track_id', ...trackDetailColumns])
    .where(
      'spotify_track_id',
      'in',
      left.map(track => track.spotify_track_id),
    )
    .execute()
  const detailsOf = new Map(details.map(track => [track.spotify_track_id, track]))
  const unknown = { title: null, artist: null, artwork: null, color: null, gone: false }
  return left.map(track => ({ ...unknown, ...detailsOf.get(track.spotify_track_id), ...track }))
}
