import {
  accountMailOptions,
  sendAccountMail,
  type WorkerContext,
} from '../platform/account-mail.ts'
import { returnPathOf } from '../platform/mail/return-path.ts'
import type { JobKind } from '../platform/queue.ts'
import { newToken } from '../platform/tokens.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { mailAddress } from './registry.queries.ts'

/**
 * Without a follow there is nothing to do; it is ordered all the same, to take the same time. When it
 * was ordered is what the follow has as `last_verification_email`, until one more is ordered.
 */
type Order = { followId: number | null; orderedAt: string }

export const confirmFollowMail: JobKind<Order> = {
  name: 'confirm-follow',
  options: accountMailOptions,
}

/** Mails the link that confirms a follow, unless that has become needless or unwanted meanwhile. */
export async function mailFollowConfirmation(
  context: WorkerContext,
  { followId, orderedAt }: Order,
) {
  if (followId === null) return
  const { db, config } = context
  const follow = await db
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .leftJoin('users as registry_user', 'registry_user.id', 'follower_registry.user_id')
    .select(['users.username', mailAddress.as('address')])
    .where('radr_follows.id', '=', followId)
    .where(({ not }) => not(isConfirmedFollow))
    .where('radr_follows.merged_into', 'is', null)
    // Who asked again after that wants to hear of it.
    .where(({ or, eb, ref }) =>
      or([
        eb('mail_stopped_at', 'is', null),
        eb('mail_stopped_at', '<', ref('last_verification_email')),
      ]),
    )
    .executeTakeFirst()
  if (!follow?.address) return
  const { token, hash } = newToken()
  const { numUpdatedRows } = await db
    .updateTable('radr_follows')
    .set({ verification_token: hash })
    .where('id', '=', followId)
    // A mail that waited until another one was ordered leaves the link to that one.
    .where('last_verification_email', '=', new Date(orderedAt))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const content = {
    kind: 'confirm-follow' as const,
    site: config,
    username: follow.username,
    link: `${config.publicUrl}/follow/confirm?token=${token}`,
  }
  await sendAccountMail(context, follow.address, content, returnPathOf(context, { followId }))
}
