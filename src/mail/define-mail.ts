import type { Context } from '../platform/context.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { derivedToken } from '../platform/secrets/tokens.ts'
import { type MailTemplate, renderMail } from './layout/render-mail.tsx'
import type { EncodedMail, Mail, Outcome } from './mail.ts'
import { type ListHeaders, mailFields } from './mail-fields.ts'
import { findStops } from './mailboxes/mailboxes.queries.ts'
import { deletedEmailHost } from './mailboxes/suppression.ts'
import type { StoredMail, WrittenMail } from './mails.queries.ts'
import { limitsOf, type MailData, type StoredKind } from './mails.ts'
import type { MailFlow } from './pausing/mail-flow.ts'
import type { SendRateLimiter } from './sender/send-rate-limit.ts'

export type MailContext = Context & { mailFlow: MailFlow; rateLimiter: SendRateLimiter }

/** A mail of the kind `Kind` that is to be composed. */
type MailOf<Kind extends StoredKind> = {
  id: string
  /** The id of the user, follow or subscriber that the mail is `about` (`mails.ts`). */
  subjectId: number
  data: MailData[Kind]
  requestedAt: Date
}

type MailContent = {
  to: string
  template: MailTemplate
  returnPath?: string | undefined
  list?: ListHeaders
}

/**
 * `defineMail` checks and completes a `MailContent`. The weekly mail is an `EncodedMail`, which is sent as it is, because
 * `delivery_decision` has checked its deliveries. Null is a mail that is not wanted any more.
 */
type Composed = MailContent | EncodedMail | null

export type MailDefinition = {
  kind: StoredKind
  /** Called once for each sender. What it returns composes a mail; null for one that is not wanted any more. */
  createComposer(context: MailContext): (mail: StoredMail) => Promise<Mail | EncodedMail | null>
  /**
   * Called in the transaction in which a sender writes the states of mails of the kind: `sending`, before a mail is composed,
   * and then its outcome. Not called by `endMailsOfBackup`,
   * `purgeMails`, nor by `claimMails` for mails about nobody.
   */
  written?(trx: Transaction, mails: WrittenMail[], now: Date): Promise<void>
  /** Records what a refusal means for the recipient's email, in place of a suppression after a hard one. */
  recordRefusal?(
    context: MailContext,
    mail: StoredMail,
    address: string,
    outcome: Outcome,
  ): Promise<void>
}

/**
 * Defines how the mails of a kind are composed, with tokens that are the same in every attempt; the list of mails has
 * the rules of the kind. A composer of mails about a user is called only while that account exists.
 */
export function defineMail<Kind extends StoredKind>(
  kind: Kind,
  createComposer: (context: MailContext) => (mail: MailOf<Kind>) => Promise<Composed>,
  hooks: Pick<MailDefinition, 'written' | 'recordRefusal'> = {},
): MailDefinition {
  return {
    kind,
    ...hooks,
    createComposer(context) {
      const { db, config, clock } = context
      const compose = createComposer(context)
      return async ({ id, user_id, subject_id, data, requested_at }) => {
        if (user_id !== null && !(await isAlive(db, user_id))) return null
        const composed = await compose({
          id,
          subjectId: subject_id,
          // The data were written for this kind.
          data: data as MailData[Kind],
          requestedAt: requested_at,
        })
        if (!composed || 'bytes' in composed) return composed
        const { to, template, returnPath, list } = composed
        if (await wasStoppedSince(db, kind, to, requested_at)) return null
        return {
          ...mailFields(config, kind, { list }),
          to: { address: to },
          ...(returnPath !== undefined && { returnPath }),
          ...renderMail(template, config.operator),
          messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
          date: clock.now(),
        }
      }
    },
  }
}

/** The token of the link in a mail: the same in every attempt, because more than one may arrive. */
export const mailToken = ({ linkKey }: Pick<Context, 'linkKey'>, { id }: { id: string }) =>
  derivedToken(`mail ${id}`, linkKey)

/** False for a deleted account, also while its rows wait to be removed. */
async function isAlive(db: Queryable, userId: number): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', 'not like', `%@${deletedEmailHost}`)
    .executeTakeFirst()
  return account !== undefined
}

/** A stop of all mail applies to the mails that are waiting too, as far as it applies to their kind. */
async function wasStoppedSince(
  db: Queryable,
  kind: StoredKind,
  address: string,
  requestedAt: Date,
) {
  const stops = await findStops(db, address)
  if (!stops?.stopped_at || stops.stopped_at < requestedAt) return false
  return limitsOf(kind).isHeldByStop === true || stops.confirmed_at === null
}
