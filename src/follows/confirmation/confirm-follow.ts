import { sql } from 'kysely'
import { lockLink } from '../../mail/links/one-time-links.ts'
import { confirmMailbox, resumeMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import { liftSuppression } from '../../mail/mailboxes/suppression.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { expiredFollowLink, invalidFollowLink } from '../follows.errors.ts'
import { confirmedFollow, hasNothingToConfirm } from '../follows.queries.ts'
import { followConfirmation } from './confirm-follow.mail.ts'

/** Returns the followed member's username. The token is kept, so that a second visit succeeds; unsubscribing removes it. */
export async function confirmFollow({ db, clock }: Context, token: string): Promise<string> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const link = await lockLink(trx, followConfirmation, token, now)
    const follow = link && (await findFollow(trx, link.id, now))
    if (!follow) throw invalidFollowLink()
    if (follow.hasNothingToConfirm) return follow.username
    if (!link.isValid) throw expiredFollowLink()
    await trx
      .updateTable('radr_follows')
      .set(confirmedFollow(now))
      .where('id', '=', link.id)
      .execute()
    await liftSuppression(trx, follow.address)
    await confirmMailbox(trx, follow.address, now)
    await resumeMailbox(trx, follow.address)
    return follow.username
  })
}

/** Nobody may see a hidden member, so their link does not work while they are hidden. */
function findFollow(trx: Transaction, id: number, now: Date) {
  return trx
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('subscribers', 'subscribers.id', 'registry_id')
    .select([
      'users.username',
      'address',
      hasNothingToConfirm(sql.ref('address'), now).as('hasNothingToConfirm'),
    ])
    .where('radr_follows.id', '=', id)
    .where('hidden_reason', 'is', null)
    .executeTakeFirst()
}
