import { createHmac } from 'node:crypto'
import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { mailFollowConfirmation } from './confirm-follow.job.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { verificationRecentlySent } from './follows.errors.ts'
import { lockMailbox, mailboxOf, spendConfirmMail } from './subscribers.queries.ts'

const hour = 60 * 60 * 1000

/**
 * A visitor asks to follow. Whoever asks learns nothing about the address: an ask that sends no mail
 * (already following, three mails today) is answered and throttled like any other, and does as much.
 */
export async function followByEmail(
  { db, queue, clock, linkKey }: Context,
  member: Pick<Member, 'id'>,
  email: string,
) {
  const key = createHmac('sha256', linkKey)
    .update(`follow:${member.id}:${email.toLowerCase()}`)
    .digest()
  await db.transaction().execute(async trx => {
    const now = clock.now()
    await takeTurn(trx, key, now)
    // Mails to name+anything are counted where those to the name are.
    const counted = await lockMailbox(trx, mailboxOf(email))
    const mailbox = await lockMailbox(trx, email)
    const follow = await findOrMakeFollow(trx, mailbox.id, member.id, now)
    const quota = {
      id: counted.id,
      mail_stopped_at: counted.mail_stopped_at ?? mailbox.mail_stopped_at,
    }
    const mails = await spendConfirmMail(trx, quota, now, mayBeMailed(follow, now))
    // Only a mail moves it: links and unconfirmed follows end 7 days after.
    await trx
      .updateTable('radr_follows')
      .set({ last_verification_email: mails ? now : follow.last_verification_email })
      .where('id', '=', follow.id)
      .execute()
    const order = { followId: mails ? follow.id : null, orderedAt: now.toISOString() }
    await queue.send(mailFollowConfirmation, order, trx)
  })
}

/** One ask for a follow and hour, whether a mail leaves or not. Throws `verificationRecentlySent`. */
async function takeTurn(trx: Transaction, key: Buffer, now: Date) {
  const turn = { used: 1, resets_at: new Date(now.getTime() + hour) }
  const taken = await trx
    .insertInto('rate_limits')
    .values({ key, ...turn })
    .onConflict(on => on.column('key').doUpdateSet(turn).where('rate_limits.resets_at', '<=', now))
    .returning('key')
    .executeTakeFirst()
  if (taken) return
  const { resets_at } = await trx
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  throw verificationRecentlySent((resets_at.getTime() - now.getTime()) / 1000)
}

/** The follow, made unconfirmed where it is missing, and locked until the transaction ends. */
function findOrMakeFollow(trx: Transaction, registryId: number, memberId: number, now: Date) {
  return trx
    .insertInto('radr_follows')
    .values({ registry_id: registryId, radr_user_id: memberId, created_at: now })
    .onConflict(on =>
      on.columns(['registry_id', 'radr_user_id']).doUpdateSet({ registry_id: registryId }),
    )
    .returning(['id', 'last_verification_email', isConfirmedFollow.as('active')])
    .executeTakeFirstOrThrow()
}

type Follow = Awaited<ReturnType<typeof findOrMakeFollow>>

/** Asks are counted in a table that a crash of the database empties, so the last mail counts too. */
const mayBeMailed = ({ active, last_verification_email: last }: Follow, now: Date) =>
  !active && (last === null || last.getTime() <= now.getTime() - hour)
