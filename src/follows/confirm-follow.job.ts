import { defineMailJob, type MailContext, sendAccountMail } from '../mail/account-mail.ts'
import { returnPathOf } from '../mail/return-path.ts'
import { paths } from '../platform/paths.ts'
import { newToken } from '../platform/tokens.ts'
import { confirmFollowMail } from './confirm-follow-mail.tsx'
import { isConfirmedFollow } from './follower-lists.queries.ts'

/**
 * Without a follow there is nothing to do; it is ordered all the same, to take the same time. When it
 * was ordered is what the follow has as `last_verification_email`, until one more is ordered.
 */
type Order = { followId: number | null; orderedAt: string }

/** Mails the link that confirms a follow, unless that has become needless or unwanted meanwhile. */
export const mailFollowConfirmation = defineMailJob({ name: 'confirm-follow', run })

async function run(context: MailContext, { followId, orderedAt }: Order) {
  if (followId === null) return
  const { db, config } = context
  const follow = await db
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .innerJoin('subscribers', 'subscribers.id', 'registry_id')
    .select(['users.username', 'address'])
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
  await sendAccountMail(context, {
    kind: 'confirm-follow',
    to: follow.address,
    template: confirmFollowMail({
      brand: config.brand,
      username: follow.username,
      link: `${config.publicUrl}${paths.confirmFollow}?token=${token}`,
    }),
    isPublic: true,
    returnPath: returnPathOf(context, { followId }),
  })
}
