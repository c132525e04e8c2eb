import { liftSuppression } from '../mail/suppression.ts'
import type { Context } from '../platform/context.ts'
import { hashToken } from '../platform/tokens.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { invalidFollowLink } from './follows.errors.ts'
import { resumeMailTo } from './subscribers.queries.ts'

const validMs = 7 * 24 * 60 * 60 * 1000

/**
 * Takes the link of a confirm mail as consent; answers who is followed. The token stays, so that a
 * second visit succeeds alike; leaving removes it, so that an old link brings nobody back.
 */
export async function confirmFollow({ db, clock }: Context, token: string): Promise<string> {
  const now = clock.now()
  const hash = hashToken(token)
  await db.transaction().execute(async trx => {
    const confirmed = await trx
      .updateTable('radr_follows')
      .from('follower_registry')
      .set({
        verified: true,
        unsubscribed: false,
        unsubscribed_date: null,
        last_subscription_date: now,
      })
      .whereRef('follower_registry.id', '=', 'registry_id')
      .where('verification_token', '=', hash)
      .where('last_verification_email', '>', new Date(now.getTime() - validMs))
      .where('radr_follows.merged_into', 'is', null)
      .where(({ not }) => not(isConfirmedFollow))
      .returning(['email', 'mail_stopped_at'])
      .executeTakeFirst()
    if (!confirmed?.email) return
    await liftSuppression(trx, confirmed.email)
    if (confirmed.mail_stopped_at) await resumeMailTo(trx, confirmed.email)
  })
  const follow = await db
    .selectFrom('radr_follows')
    .leftJoin('radr_follows as survivor', 'survivor.id', 'radr_follows.merged_into')
    .innerJoin('users', 'users.id', 'radr_follows.radr_user_id')
    .select('users.username')
    .where('radr_follows.verification_token', '=', hash)
    .where(({ or, and, eb }) =>
      or([
        isConfirmedFollow,
        and([eb('survivor.verified', '=', true), eb('survivor.unsubscribed', '=', false)]),
      ]),
    )
    .executeTakeFirst()
  if (!follow) throw invalidFollowLink()
  return follow.username
}
