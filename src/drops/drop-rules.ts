import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'
import { daysBetweenDrops } from './drops.contract.ts'

/** What determines whether a member may drop: the list and the last drop, as track ids in order. */
type DropEligibility = {
  list: string[]
  lastDrop: { number: number; madeAt: Date; tracks: string[] } | null
}

export async function findDropEligibility(db: Queryable, userId: number): Promise<DropEligibility> {
  const { list } = await db
    .selectFrom('tracks')
    .select(idsByRank.as('list'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const lastDrop = await db
    .selectFrom('drops')
    .select(({ selectFrom }) => [
      'drop_number as number',
      'created_at as madeAt',
      selectFrom('drop_tracks')
        .select(idsByRank.as('ids'))
        .whereRef('drop_id', '=', 'drops.id')
        .as('tracks'),
    ])
    .where('user_id', '=', userId)
    .orderBy('drop_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { list, lastDrop: lastDrop ? { ...lastDrop, tracks: lastDrop.tracks ?? [] } : null }
}

export function differsFromLastDrop({ list, lastDrop }: DropEligibility): boolean {
  return list.length > 0 && list.join() !== lastDrop?.tracks.join()
}

/** When the next drop is allowed; null when it is now. */
export function nextDropTime({ lastDrop }: DropEligibility, now: Date): Date | null {
  if (!lastDrop) return null
  const next = new Date(lastDrop.madeAt.getTime() + daysBetweenDrops * 24 * 60 * 60 * 1000)
  return next > now ? next : null
}

const idsByRank = sql<string[]>`coalesce(array_agg(spotify_track_id order by rank), '{}')`
