import { sql } from 'kysely'
import { paths } from '../../contract/paths.shared.ts'
import { defineMail, type MailContext } from '../../mail/define-mail.ts'
import { returnPathOf } from '../../mail/links/mail-links.ts'
import { linkUrl, type OneTimeLink, setToken } from '../../mail/links/one-time-links.ts'
import { avatarPath } from '../../members/members.queries.ts'
import type { Transaction } from '../../platform/database.ts'
import { derivedToken } from '../../platform/secrets/tokens.ts'
import { listTracks } from '../../tracks/tracks.queries.ts'
import { hasNothingToConfirm } from '../follows.queries.ts'
import { confirmFollowMail } from './confirm-follow-mail.tsx'
import { confirmationLinkMs } from './confirmation-link.shared.ts'

export const followConfirmation: OneTimeLink = {
  path: paths.confirmFollow,
  table: 'radr_follows',
  // A follow has its link in its own row, so `createLink` and `endLinks`, which add and delete rows, are not for it.
  owner: 'id',
  token: 'verification_token',
  expiresAt: 'verification_expires_at',
  validMs: confirmationLinkMs,
  // The follow, without its subscriber: a merge locks the follow too, and moves its link to one that survives and follows.
  lockOwner: (trx, id) =>
    trx.selectFrom('radr_follows').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
}

/** A confirmation mail that was requested later replaces this one. */
export const mailFollowConfirmation = defineMail('confirm-follow', context => {
  const { db, config } = context
  return async ({ subjectId: followId, requestedAt }) => {
    const mail = await db.transaction().execute(async trx => {
      const follow = await lockFollowToConfirm(trx, followId, requestedAt, context.clock.now())
      if (!follow?.address) return null
      const token = await renewToken(trx, { ...follow, id: followId, requestedAt }, context)
      return { follow, to: follow.address, token }
    })
    if (!mail) return null
    const { follow, to, token } = mail
    // A member who has not even confirmed an email sends no picture into the mailboxes of strangers.
    const avatar = follow.email_confirmed_at && avatarPath(follow.avatar)
    return {
      to,
      template: confirmFollowMail({
        brand: config.brand,
        username: follow.username,
        avatar: avatar && config.publicUrl + avatar,
        tracks: await listTracks(db, follow.radr_user_id),
        link: linkUrl(config, followConfirmation, token),
      }),
      returnPath: returnPathOf(context, { followId }),
    }
  }
})

function lockFollowToConfirm(trx: Transaction, followId: number, requestedAt: Date, now: Date) {
  return trx
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('subscribers', 'subscribers.id', 'registry_id')
    .select(['users.username', 'avatar', 'users.email_confirmed_at', 'radr_user_id'])
    .select(['address', 'verification_token'])
    .select(['verification_started_at', 'verification_expires_at'])
    .where('radr_follows.id', '=', followId)
    .where('last_verification_email', '=', requestedAt)
    .where('users.hidden_reason', 'is', null)
    .where('state', '<>', 'blocked')
    .where(sql<boolean>`not ${hasNothingToConfirm(sql.ref('address'), now)}`)
    .forNoKeyUpdate('radr_follows')
    .executeTakeFirst()
}

type FollowToConfirm = NonNullable<Awaited<ReturnType<typeof lockFollowToConfirm>>>

/**
 * While a link works, the mails of later requests have the same one, so that an earlier mail can be used as well. A link
 * that was ended or expired never works again, because the token is derived from `verification_started_at`, which is the
 * time of the first request since then.
 */
async function renewToken(
  trx: Transaction,
  follow: FollowToConfirm & { id: number; requestedAt: Date },
  { clock, linkKey }: Pick<MailContext, 'clock' | 'linkKey'>,
): Promise<string> {
  const { id, address, verification_token, verification_expires_at } = follow
  const now = clock.now()
  const works =
    verification_token !== null && verification_expires_at !== null && verification_expires_at > now
  const startedAt = (works && follow.verification_started_at) || follow.requestedAt
  const purpose = `follow ${id} ${address.toLowerCase()} ${startedAt.toISOString()}`
  const token = derivedToken(purpose, linkKey)
  await setToken(trx, followConfirmation, { id, token, now })
  await trx
    .updateTable('radr_follows')
    .set({ verification_started_at: startedAt })
    .where('id', '=', id)
    .execute()
  return token
}
