import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'
import { daysBetweenDrops } from './drops.contract.ts'

/** What determines whether a member may drop: the list and the last drop, as track ids in order. */
type DropEligibility = {
  list: string[]
  lastDrop: { number: number; madeAt: Date; tracks: string[] } | null
}

export async function findDropEligibility(db: Queryable, userId: number): Promise<DropEligibility> {
  const { list, number, madeAt, tracks } = await db
    .selectFrom('users')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('drops')
          .select(drop => [
            'drop_number as number',
            'created_at as madeAt',
            drop
              .selectFrom('drop_tracks')
              .select(idsByRank.as('ids'))
              .whereRef('drop_id', '=', 'drops.id')
              .as('tracks'),
          ])
          .whereRef('user_id', '=', 'users.id')
          .orderBy('drop_number', 'desc')
          .limit(1)
          .as('last_drop'),
      join => join.onTrue(),
    )
    .select(({ selectFrom }) => [
      'number',
      'madeAt',
      'tracks',
      selectFrom('tracks')
        .select(idsByRank.as('ids'))
        .whereRef('user_id', '=', 'users.id')
        .as('list'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const lastDrop =
    number !== null && madeAt !== null ? { number, madeAt, tracks: tracks ?? [] } : null
  return { list: list ?? [], lastDrop }
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
