import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { confirmFollowMail } from './confirm-follow.job.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { verificationRecentlySent } from './follows.errors.ts'
import { lockMailbox, mailboxOf, spendConfirmMail } from './registry.queries.ts'

const hour = 60 * 60 * 1000

/**
 * A visitor asks to follow. Whoever asks learns nothing about the address: an ask that sends no mail
 * (already following, three mails today) is answered and throttled like any other, and does as much.
 */
export async function followByEmail(
  { db, queue, clock }: Context,
  member: Pick<Member, 'id'>,
  email: string,
) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    // Mails to name+anything are counted where those to the name are.
    const counted = await lockMailbox(trx, mailboxOf(email))
    const mailbox = await lockMailbox(trx, email)
    const follow = await recordAsk(trx, mailbox.id, member.id, now)
    const quota = { id: counted.id, mail_stopped_at: mailbox.mail_stopped_at }
    const mails = !follow.active && (await spendConfirmMail(trx, quota, now))
    await queue.send(confirmFollowMail, { followId: mails ? follow.id : null }, trx)
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
