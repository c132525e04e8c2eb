import type { Selectable } from 'kysely'
import type { Tables } from '../contract/tables.ts'
import { memberNotFound } from '../members/members.errors.ts'
import { avatarPath, lowerUsername } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import type { ResponseOf } from '../platform/http/endpoint.shared.ts'
import { coversOf } from '../tracks/listed-tracks.queries.ts'
import { listDropTracks, listLeftTracks } from '../tracks/tracks.queries.ts'
import type { DropListItem, getDrop, HistoryItem } from './drops.schemas.ts'
import { dropsPageSize } from './drops.shared.ts'

type Drop = Selectable<Tables['drops']>

export async function listDrops(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<HistoryItem[]> {
  const drops = await db
    .selectFrom('drops')
    .selectAll()
    .select(coversOf('drop', 'drops.id').as('tracks'))
    .where('user_id', '=', userId)
    .$if(before !== undefined, drops => drops.where('drop_number', '<', before ?? 0))
    .orderBy('drop_number', 'desc')
    .limit(dropsPageSize)
    .execute()
  return drops.map(({ tracks, ...drop }) => ({ ...presentDrop(drop), tracks }))
}

export async function countDrops(db: Queryable, userId: number): Promise<number> {
  const { drops } = await db
    .selectFrom('drop_counts')
    .select('drops')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(memberNotFound)
  return drops
}

/** One drop with its tracks, without the URL of its card; throws `memberNotFound` or `notFound`. */
export async function findDrop(
  db: Queryable,
  username: string,
  dropNumber: number,
): Promise<Omit<ResponseOf<typeof getDrop>, 'card'>> {
  const found = await db
    .selectFrom('users')
    .leftJoin('drops', join =>
      join.onRef('drops.user_id', '=', 'users.id').on('drop_number', '=', dropNumber),
    )
    .select([
      'username',
      'avatar',
      'accepts_songs',
      'drops.id',
      'drops.created_at',
      'note',
      'movement',
      'drop_followers',
    ])
    .where(lowerUsername, '=', username.toLowerCase())
    .where('hidden_reason', 'is', null)
    .executeTakeFirstOrThrow(memberNotFound)
  const { id, created_at, note, movement, drop_followers: followers } = found
  if (id === null || created_at === null || followers === null || movement === null)
    throw notFound('This drop')
  const [tracks, left] = await Promise.all([listDropTracks(db, id), listLeftTracks(db, movement)])
  return {
    username: found.username,
    avatar: avatarPath(found.avatar),
    drop: { dropNumber, note, createdAt: created_at.toISOString(), followers, movement },
    tracks,
    left,
    acceptsSongs: found.accepts_songs,
  }
}

export function presentDrop(drop: Drop): DropListItem {
  const { id, drop_number, note, created_at, drop_followers, movement } = drop
  return { id, drop_number, note, created_at: created_at.toISOString(), drop_followers, movement }
}
