import { requestMail } from '../mail/mailboxes/mail-limits.ts'
import { enqueueMail, enqueueNothing } from '../mail/mails.queries.ts'
import { refuseBlockedDomain } from '../members/email/blocked-domains.ts'
import { findMember, type Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { verificationRecentlySent } from './follows.errors.ts'
import { hasNothingToConfirm } from './follows.queries.ts'
import { lockEmailSubscriber } from './subscribers/subscribers.queries.ts'

const kind = 'confirm-follow'

/**
 * A visitor requests to follow. The response reveals nothing about the email: a request that sends no mail (nothing to
 * confirm, blocked, the member's own email, too many mails) has the response and limits of any other, and takes the same
 * time. Throws `verificationRecentlySent`, and for an email in a blocked domain.
 */
export async function followByEmail(
  context: Context,
  client: string,
  member: Pick<Member, 'id'>,
  email: string,
) {
  const { db, clock, config } = context
  refuseBlockedDomain(config, email)
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const subscriber = await lockEmailSubscriber(trx, email)
    const { email: ownAddress } = await findMember(trx, member.id)
    const follow = await findOrCreateFollow(
      trx,
      { registryId: subscriber.id, email, memberId: member.id },
      now,
    )
    const permission = await requestMail(
      trx,
      {
        kind,
        address: email,
        subjectId: follow.id,
        isNeeded:
          !follow.hasNothingToConfirm &&
          follow.state !== 'blocked' &&
          ownAddress.toLowerCase() !== email.toLowerCase(),
      },
      now,
      { countFor: { ...context, client } },
    )
    const { isAllowed } = permission
    if (!isAllowed && permission.reason === 'requested recently') {
      throw verificationRecentlySent(permission.retryAt.getTime() - now.getTime())
    }
    const lastMail = isAllowed ? now : follow.last_verification_email
    await trx
      .updateTable('radr_follows')
      .set({ last_verification_email: lastMail })
      .where('id', '=', follow.id)
      .execute()
    // A mail is enqueued in any case, so that all requests take the same time.
    if (isAllowed)
      await enqueueMail(trx, kind, { subjectId: follow.id, data: {}, requestedAt: now })
    else await enqueueNothing(trx, kind, now)
  })
}

/** The follow, created unconfirmed where it is missing, and locked until the transaction ends. */
function findOrCreateFollow(
  trx: Transaction,
  { registryId, email, memberId }: { registryId: number; email: string; memberId: number },
  now: Date,
) {
  return trx
    .insertInto('radr_follows')
    .values({ registry_id: registryId, radr_user_id: memberId, created_at: now })
    .onConflict(on =>
      on.columns(['registry_id', 'radr_user_id']).doUpdateSet({ registry_id: registryId }),
    )
    .returning([
      'id',
      'last_verification_email',
      'state',
      hasNothingToConfirm(email, now).as('hasNothingToConfirm'),
    ])
    .executeTakeFirstOrThrow()
}
