import type { Insertable } from 'kysely'
import type { Tables } from '../contract/tables.ts'
import { deliverDrop } from '../delivery/deliver-drop.job.ts'
import { memberHidden } from '../members/members.errors.ts'
import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { pushDrop } from '../push/push-drop.job.ts'
import { decideMovement } from '../tracks/movement/decide-movement.ts'
import { differsFromLastDrop, findDropEligibility, nextDropTime } from './drop-rules.ts'
import { dropTooSoon, listEmpty, nothingChanged } from './drops.errors.ts'
import { presentDrop } from './drops.queries.ts'
import type { DropListItem } from './drops.schemas.ts'

/**
 * Publishes the member's list. The drop, its tracks and the job that delivers it are committed
 * together. Throws `memberHidden`, `listEmpty`, `dropTooSoon` or `nothingChanged`.
 */
export function makeDrop(
  { db, queue, clock, config }: Context,
  userId: number,
  note: string | null,
): Promise<DropListItem> {
  return db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if (member.hidden_reason !== null) throw memberHidden()
    const now = clock.now()
    const eligibility = await findDropEligibility(trx, userId)
    if (eligibility.list.length === 0) throw listEmpty(config.brand)
    const next = nextDropTime(eligibility, now)
    if (next) throw dropTooSoon(next)
    if (!differsFromLastDrop(eligibility)) throw nothingChanged(config.brand)

    const { list, lastDrop } = eligibility
    const previousDrop = lastDrop?.number ?? null
    const movement = await decideMovement(trx, userId, { list, previousDrop, now })
    const drop = await insertDrop(trx, {
      user_id: userId,
      drop_number: (previousDrop ?? 0) + 1,
      note,
      created_at: now,
      movement: JSON.stringify(movement.drop),
    })
    await trx
      .insertInto('drop_tracks')
      .values(
        movement.tracks.map((track, index) => ({
          drop_id: drop.id,
          spotify_track_id: list[index] as string,
          rank: index + 1,
          ...track,
        })),
      )
      .execute()
    await queue.send(deliverDrop, { dropId: drop.id }, trx)
    await queue.send(pushDrop, { dropId: drop.id, after: 0 }, trx)
    return presentDrop(drop)
  })
}

function insertDrop(trx: Transaction, drop: Omit<Insertable<Tables['drops']>, 'drop_followers'>) {
  return trx
    .insertInto('drops')
    .values(({ selectFrom }) => ({
      ...drop,
      drop_followers: selectFrom('follow_counts')
        .select('confirmed')
        .where('user_id', '=', drop.user_id),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
