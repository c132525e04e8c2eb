import type { Viewer } from '../../contract/viewer.ts'
import { skipStopped, stopRunningDrops } from '../../delivery/delivery-controls.ts'
import { findAnyMemberByName, lockMember, updateMember } from '../../members/members.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { ModerationAction } from './moderation.schemas.ts'

type Order = { admin: Pick<Viewer, 'id'>; username: string; reason: string }

/** If the member is already hidden, only the reason changes. Throws `memberNotFound`, or `forbidden` for an administrator. */
export async function hideMember(context: Context, order: Order) {
  const { db, clock } = context
  const now = clock.now()
  const stopped = await db.transaction().execute(async trx => {
    const member = await lockNamed(trx, order.username)
    if (member.is_admin)
      throw new Failure(
        'forbidden',
        'An administrator cannot be hidden. Take the role away first: npm run radr -- role.',
      )
    await updateMember(trx, member.id, { hidden_reason: order.reason })
    await record(trx, order, member.id, 'hide', now)
    // The member is locked as by making a drop, so all that run are found. By the time of the action they are known later.
    return stopRunningDrops(trx, member.id, now)
  })
  await skipStopped(db, stopped)
}

/** Shows a member again; does nothing when the member is not hidden. Throws `memberNotFound`. */
export async function showMember({ db, clock }: Context, order: Order) {
  await db.transaction().execute(async trx => {
    const member = await lockNamed(trx, order.username)
    if (member.hidden_reason === null) return
    await updateMember(trx, member.id, { hidden_reason: null })
    await record(trx, order, member.id, 'show', clock.now())
  })
}

export async function listActions(db: Queryable): Promise<ModerationAction[]> {
  const rows = await db
    .selectFrom('moderation_actions as action')
    .leftJoin('users as admin', 'admin.id', 'admin_id')
    .leftJoin('users as member', 'member.id', 'user_id')
    .select(['action.id', 'admin.username as admin', 'member.username', 'action', 'reason'])
    .select('action.created_at')
    .orderBy('action.created_at', 'desc')
    .orderBy('action.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}

async function lockNamed(trx: Transaction, username: string) {
  const { id } = await findAnyMemberByName(trx, username)
  return lockMember(trx, id)
}

async function record(
  trx: Transaction,
  { admin, reason }: Order,
  user_id: number,
  action: ModerationAction['action'],
  created_at: Date,
) {
  await trx
    .insertInto('moderation_actions')
    .values({ admin_id: admin.id, user_id, action, reason, created_at })
    .execute()
}
