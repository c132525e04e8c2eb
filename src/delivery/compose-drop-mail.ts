import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { paths } from '../contract/paths.shared.ts'
import { mailChoicesToken } from '../follows/mail-choices/choose-by-link.ts'
import { oneClickToken, unsubscribeToken } from '../follows/unsubscribing/unsubscribe-token.ts'
import type { MailContext } from '../mail/account-mail.ts'
import { renderMail } from '../mail/layout/render-mail.tsx'
import { feedbackId, type Mail, type MailBody } from '../mail/mail.ts'
import { prepareMerge } from '../mail/mail-merge.ts'
import { returnPathOf } from '../mail/return-path.ts'
import { newConfirmationLink } from '../members/email/confirm-email.job.ts'
import { listDropTracks, listLeftTracks } from '../tracks/tracks.queries.ts'
import { dropMail } from './drop-mail.tsx'
import type { ClaimedDelivery } from './sender/claim-deliveries.queries.ts'

type Recipient = Pick<
  ClaimedDelivery,
  'id' | 'follow_id' | 'address' | 'address_confirmed' | 'user_id' | 'followed_at'
> & { drop_id: number }

type MergeFields = { token: string; choicesToken: string; reason: string; confirmLink: string }

type PreparedDrop = {
  username: string
  userId: number
  subject: string
  showsConfirmLink: boolean
  html(fields: MergeFields): MailBody
  text(fields: MergeFields): MailBody
}

/** Returns a function that composes the mail of a drop for one recipient. A drop is rendered once for all recipients. */
export function createDropMailComposer(
  context: MailContext,
): (recipient: Recipient) => Promise<Mail> {
  const { config, linkKey, clock } = context
  const host = new URL(config.publicUrl).hostname
  const prepared = (showsNote: boolean) =>
    new LRUCache<number, PreparedDrop>({
      max: 20,
      // Track titles may be looked up while a drop is being delivered.
      ttl: 10 * 60 * 1000,
      fetchMethod: id => prepareDrop(context, id, showsNote),
    })
  const drops = prepared(true)
  const dropsWithoutNote = prepared(false)
  return async recipient => {
    const { user_id, address_confirmed } = recipient
    const drop = await (address_confirmed ? drops : dropsWithoutNote).fetch(recipient.drop_id)
    if (!drop) throw new Error(`There is no drop ${recipient.drop_id}`)
    const oneClick = oneClickToken(recipient.follow_id, linkKey)
    const fields = {
      token: unsubscribeToken(recipient.follow_id, recipient.address, linkKey),
      choicesToken: mailChoicesToken(recipient.follow_id, recipient.address, linkKey),
      confirmLink:
        drop.showsConfirmLink && user_id !== null
          ? await newConfirmationLink(context, user_id)
          : '',
      reason: reasonFor(recipient, drop.username, config.brand),
    }
    return {
      from: config.mailFrom,
      to: { address: recipient.address },
      subject: drop.subject,
      html: drop.html(fields),
      text: drop.text(fields),
      returnPath: returnPathOf(context, { deliveryId: recipient.id }),
      messageId: `<drop.${recipient.drop_id}.${recipient.follow_id}@${host}>`,
      headers: {
        'List-Id': `<drops-${drop.userId}.${host}>`,
        'List-Unsubscribe': `<${config.publicUrl}${paths.oneClickUnsubscribe(oneClick)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
        'Feedback-ID': feedbackId(
          config.brand,
          `drop-${recipient.drop_id}`,
          `member-${drop.userId}`,
          'drop',
        ),
      },
      date: clock.now(),
    }
  }
}

/** Without its note for an address that nobody has confirmed: its owner may never have heard of the app. */
async function prepareDrop(
  { db, config }: MailContext,
  id: number,
  showsNote: boolean,
): Promise<PreparedDrop> {
  const drop = await db
    .selectFrom('drops')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['drop_number', 'note', 'username', 'user_id', 'movement'])
    .where('drops.id', '=', id)
    .executeTakeFirstOrThrow()
  const { username, drop_number, movement } = drop
  const [tracks, left] = await Promise.all([listDropTracks(db, id), listLeftTracks(db, movement)])
  const showsConfirmLink = drop.note !== null && !showsNote
  // Random, so that no note can contain a placeholder.
  const placeholders: MergeFields = {
    token: `token-${randomUUID()}`,
    choicesToken: `choices-${randomUUID()}`,
    reason: `reason-${randomUUID()}`,
    confirmLink: `confirm-${randomUUID()}`,
  }
  const { subject, html, text } = renderMail(
    dropMail({
      brand: config.brand,
      username,
      dropNumber: drop_number,
      note: showsNote ? drop.note : null,
      confirmLink: showsConfirmLink ? placeholders.confirmLink : null,
      tracks,
      movement,
      left,
      dropLink: `${config.publicUrl}${paths.drop(username, drop_number)}`,
      settings: {
        choicesLink: `${config.publicUrl}${paths.mailChoices}?token=${placeholders.choicesToken}`,
        unsubscribeLink: `${config.publicUrl}${paths.unsubscribe}?token=${placeholders.token}`,
      },
      reason: placeholders.reason,
    }),
    config.mailAddress,
  )
  return {
    username,
    userId: drop.user_id,
    subject,
    showsConfirmLink,
    html: prepareMerge('text/html', html, placeholders),
    text: prepareMerge('text/plain', text, placeholders),
  }
}

/** Contains no character that HTML escapes, because it is filled into the HTML and the text part alike. */
function reasonFor({ user_id, followed_at }: Recipient, username: string, brand: string) {
  if (user_id !== null) return `You get this because you follow @${username} on ${brand}.`
  return `You get this because you confirmed on ${day.format(followed_at)} that you follow @${username}.`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
