import type { Queryable } from '../platform/database.ts'
import { decideMovement } from '../tracks/movement/decide-movement.ts'
import { type DropEligibility, findDropEligibility } from './drop-rules.ts'

/** What a drop made now would be; null while the list is empty. */
export async function previewDrop(db: Queryable, userId: number, now: Date) {
  const eligibility = await findDropEligibility(db, userId)
  return eligibility.list.length > 0 ? decideNextDrop(db, userId, eligibility, now) : null
}

/** The number and the movement of a drop that the member makes now. */
export async function decideNextDrop(
  db: Queryable,
  userId: number,
  { list, lastDrop }: DropEligibility,
  now: Date,
) {
  const number = (lastDrop?.number ?? 0) + 1
  const records = await findTrackRecords(db, userId, list)
  return { number, ...decideMovement({ number, created_at: now, list }, lastDrop, records) }
}

/** What is stored with each track on the member's newest drop that has it. */
async function findTrackRecords(db: Queryable, userId: number, list: string[]) {
  const rows = await db
    .selectFrom('drops')
    .innerJoin('drop_tracks', 'drop_id', 'drops.id')
    .distinctOn('spotify_track_id')
    .select([
      'spotify_track_id',
      'drop_count',
      'peak_rank',
      'first_drop_number',
      'first_dropped_at',
    ])
    .where('user_id', '=', userId)
    .where('spotify_track_id', 'in', list)
    .orderBy('spotify_track_id')
    .orderBy('drop_number', 'desc')
    .execute()
  return new Map(rows.map(row => [row.spotify_track_id, row]))
}
