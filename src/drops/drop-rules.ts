import { type Expression, sql } from 'kysely'
import { memberNotFound } from '../members/members.errors.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { daysBetweenDrops } from './drops.shared.ts'

/** What determines whether a member may drop: the list and the last drop, as track ids in order. */
export type DropEligibility = {
  list: string[]
  savedAt: Date | null
  lastDrop: { number: number; madeAt: Date; list: string[]; numberOneDrops: number } | null
}

export async function findDropEligibility(db: Queryable, userId: number): Promise<DropEligibility> {
  const [row] = await selectEligibility(db, { userId })
  if (!row) throw memberNotFound()
  const { list, savedAt, number, madeAt, tracks, numberOneDrops } = row
  const lastDrop =
    number !== null && madeAt !== null && numberOneDrops !== null
      ? { number, madeAt, list: idsIn(tracks), numberOneDrops }
      : null
  return { list: idsIn(list), savedAt, lastDrop }
}

const selectEligibility = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('users')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('drops')
          .select(drop => [
            'drop_number as number',
            'created_at as madeAt',
            sql<number>`(movement->'number_one_drops')::integer`.as('numberOneDrops'),
            joined(
              drop
                .selectFrom('drop_tracks')
                .select('spotify_track_id')
                .whereRef('drop_id', '=', 'drops.id')
                .orderBy('rank'),
            ).as('tracks'),
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
      'numberOneDrops',
      'tracks',
      'users.tracks_updated_at as savedAt',
      joined(
        selectFrom('tracks')
          .select('spotify_track_id')
          .whereRef('user_id', '=', 'users.id')
          .orderBy('rank'),
      ).as('list'),
    ])
    .where('users.id', '=', userId),
)

function idsIn(text: string | null): string[] {
  return text ? text.split(',') : []
}

export function differsFromLastDrop({ list, lastDrop }: DropEligibility): boolean {
  return list.length > 0 && list.join() !== lastDrop?.list.join()
}

export function nextDropTime(
  { lastDrop }: { lastDrop: { madeAt: Date } | null },
  now: Date,
): Date | null {
  if (!lastDrop) return null
  const next = new Date(lastDrop.madeAt.getTime() + daysBetweenDrops * 24 * 60 * 60 * 1000)
  return next > now ? next : null
}

/** When the member may drop again; null if now. */
export async function findNextDropTime(
  db: Queryable,
  userId: number,
  now: Date,
): Promise<Date | null> {
  const [lastDrop = null] = await selectLastDropTime(db, { userId })
  return nextDropTime({ lastDrop }, now)
}

const selectLastDropTime = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('drops')
    .select('created_at as madeAt')
    .where('user_id', '=', userId)
    .orderBy('drop_number', 'desc')
    .limit(1),
)

/** Ids as text: `pg` reads an array slowly, character by character. `string_agg` would sort rows that the index already returns in order. */
const joined = (ids: Expression<{ spotify_track_id: string }>) =>
  sql<string>`array_to_string(array(${ids}), ',')`
