import { deliverDrop } from '../delivery/deliver-drop.job.ts'
import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { differsFromLastDrop, findDropEligibility, nextDropTime } from './drop-rules.ts'
import type { DropListItem } from './drops.contract.ts'
import { dropTooSoon, listEmpty, nothingChanged } from './drops.errors.ts'
import { presentDrop } from './drops.queries.ts'

/**
 * Publishes the member's list. The drop, its tracks and the job that delivers it are committed
 * together. Throws `listEmpty`, `dropTooSoon` or `nothingChanged`.
 */
export function makeDrop(
  { db, queue, clock, config }: Context,
  userId: number,
  note: string | null,
): Promise<DropListItem> {
  return db.transaction().execute(async trx => {
    await lockMember(trx, userId)
    const now = clock.now()
    const eligibility = await findDropEligibility(trx, userId)
    if (eligibility.list.length === 0) throw listEmpty(config.brand)
    const next = nextDropTime(eligibility, now)
    if (next) throw dropTooSoon(next)
    if (!differsFromLastDrop(eligibility)) throw nothingChanged(config.brand)

    const number = (eligibility.lastDrop?.number ?? 0) + 1
    const drop = await insertDrop(trx, userId, number, note, now)
    await insertTracks(trx, drop.id, eligibility.list)
    await queue.send(deliverDrop, { dropId: drop.id }, trx)
    return presentDrop(drop)
  })
}

function insertDrop(
  trx: Transaction,
  userId: number,
  number: number,
  note: string | null,
  now: Date,
) {
  return trx
    .insertInto('drops')
    .values(({ selectFrom }) => ({
      user_id: userId,
      drop_number: number,
      note,
      created_at: now,
      drop_followers: selectFrom('follow_counts').select('confirmed').where('user_id', '=', userId),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function insertTracks(trx: Transaction, dropId: number, list: string[]) {
  await trx
    .insertInto('drop_tracks')
    .values(
      list.map((spotify_track_id, index) => ({
        drop_id: dropId,
        spotify_track_id,
        rank: index + 1,
      })),
    )
    .execute()
}
