import { paths } from '../../contract/paths.shared.ts'
import {
  defineMailJob,
  type MailJobContext,
  mailToken,
  sendAccountMail,
} from '../../mail/account-mail.ts'
import type { AccountMailName, MailKind } from '../../mail/mail-limits.ts'
import { returnPathOf } from '../../mail/mail-links.ts'
import { linkAddress, type OneTimeLink, setToken } from '../../mail/one-time-links.ts'
import type { Transaction } from '../../platform/database.ts'
import { confirmFollowMail } from './confirm-follow-mail.tsx'
import { confirmationLinkMs } from './confirmation-link.shared.ts'

export const followConfirmationMail = {
  name: 'confirm-follow',
  maxPerDay: 3,
  minIntervalMs: 60 * 60 * 1000,
  countsUnsent: true,
  isPublic: true,
} satisfies MailKind & { name: AccountMailName }

export const followConfirmation: OneTimeLink = {
  path: paths.confirmFollow,
  table: 'radr_follows',
  owner: 'id',
  token: 'verification_token',
  expiresAt: 'verification_expires_at',
  validMs: confirmationLinkMs,
}

export const mailFollowConfirmation = defineMailJob({ name: followConfirmationMail.name, run })

/** A job without a follow does nothing. It is enqueued so that all requests take the same time. */
type ConfirmationJob = { followId: number | null; requestedAt: string }

async function run(context: MailJobContext, job: ConfirmationJob) {
  const { followId } = job
  if (followId === null) return
  const requestedAt = new Date(job.requestedAt)
  const token = mailToken(context)
  const mail = await context.db.transaction().execute(async trx => {
    const follow = await lockUnconfirmed(trx, followId, requestedAt)
    if (!follow?.address) return null
    await setToken(trx, followConfirmation, { id: followId, token, now: context.clock.now() })
    return { to: follow.address, username: follow.username }
  })
  if (!mail) return
  const { to, username } = mail
  const { config } = context
  const link = linkAddress(config, followConfirmation, token)
  await sendAccountMail(context, {
    kind: followConfirmationMail,
    to,
    requestedAt,
    template: confirmFollowMail({ brand: config.brand, username, link }),
    returnPath: returnPathOf(context, { followId }),
  })
}

function lockUnconfirmed(trx: Transaction, followId: number, requestedAt: Date) {
  return trx
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('subscribers', 'subscribers.id', 'registry_id')
    .select(['users.username', 'address'])
    .where('radr_follows.id', '=', followId)
    .where('last_verification_email', '=', requestedAt)
    .where('users.hidden_reason', 'is', null)
    .where('state', 'not in', ['following', 'blocked'])
    .forNoKeyUpdate('radr_follows')
    .executeTakeFirst()
}
