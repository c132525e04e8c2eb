import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { confirmFollowMail } from './confirm-follow.job.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { verificationRecentlySent } from './follows.errors.ts'
import { lockMailbox, spendConfirmMail } from './registry.queries.ts'

const hour = 60 * 60 * 1000

/**
 * A visitor asks to follow. Whoever asks learns nothing about the address: an ask that sends no mail
 * (already following, no mail wanted, three mails today) is answered and throttled like any other.
 */
export async function followByEmail(
  { db, queue, clock }: Context,
  member: Pick<Member, 'id'>,
  email: string,
) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const mailbox = await lockMailbox(trx, email)
    const follow = await recordAsk(trx, mailbox.id, member.id, now)
    if (follow.active || mailbox.mail_stopped_at) return
    if (!(await spendConfirmMail(trx, mailbox.id, now))) return
    await queue.send(confirmFollowMail, { followId: follow.id }, trx)
  })
}

/** Makes the follow, unconfirmed, where it is missing. Throws `verificationRecentlySent`. */
async function recordAsk(trx: Transaction, registryId: number, memberId: number, now: Date) {
  const asked = await trx
    .insertInto('radr_follows')
    .values({
      registry_id: registryId,
      radr_user_id: memberId,
      created_at: now,
      last_verification_email: now,
    })
    .onConflict(on =>
      on
        .columns(['registry_id', 'radr_user_id'])
        .doUpdateSet({ last_verification_email: now })
        .where(({ or, eb }) => {
          const last = 'radr_follows.last_verification_email'
          return or([eb(last, 'is', null), eb(last, '<=', new Date(now.getTime() - hour))])
        }),
    )
    .returning(['id', isConfirmedFollow.as('active')])
    .executeTakeFirst()
  if (asked) return asked
  const { last_verification_email: last } = await trx
    .selectFrom('radr_follows')
    .select('last_verification_email')
    .where('registry_id', '=', registryId)
    .where('radr_user_id', '=', memberId)
    .executeTakeFirstOrThrow()
  throw verificationRecentlySent(((last?.getTime() ?? 0) + hour - now.getTime()) / 1000)
}
