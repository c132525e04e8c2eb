import type { Insertable } from 'kysely'
import type { Tables } from '../contract/tables.ts'
import { deliverDrop } from '../delivery/deliver-drop.job.ts'
import { memberHidden } from '../members/members.errors.ts'
import { lockMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { pushDrop } from '../push/push-drop.job.ts'
import { decideNextDrop } from './decide-next-drop.ts'
import { differsFromLastDrop, findDropEligibility, nextDropTime } from './drop-rules.ts'
import { dropTooSoon, listEmpty, nothingChanged } from './drops.errors.ts'
import { presentDrop } from './drops.queries.ts'
import type { DropListItem } from './drops.schemas.ts'
import { scheduleReminder } from './reminder/reminders.ts'

/** All is committed together. Throws `memberHidden`, `listEmpty`, `dropTooSoon` or `nothingChanged`. */
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

    const { number, tracks, movement } = await decideNextDrop(trx, userId, eligibility, now)
    const drop = await insertDrop(trx, {
      user_id: userId,
      drop_number: number,
      note,
      created_at: now,
      movement: JSON.stringify(movement),
    })
    await trx
      .insertInto('drop_tracks')
      .values(tracks.map(track => ({ drop_id: drop.id, ...track })))
      .execute()
    await scheduleReminder(trx, userId, nextDropTime({ lastDrop: { madeAt: now } }, now))
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
