import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unsubscribeToken } from '../follows/leave.ts'
import { oneClickAddress } from '../follows/one-click.routes.ts'
import type { WorkerContext } from '../platform/account-mail.ts'
import type { Mail, MailBody } from '../platform/mail/mail.ts'
import { prepareMerge } from '../platform/mail/mail-merge.ts'
import { returnPathOf } from '../platform/mail/return-path.ts'
import { listDropTracks } from './drops.queries.ts'
import type { Claim } from './ledger.queries.ts'

type Recipient = Pick<
  Claim,
  'id' | 'drop_id' | 'follow_id' | 'address' | 'is_member' | 'followed_at'
>

/** What each recipient's mail has of its own. */
type OwnWords = { token: string; reason: string }

type PreparedDrop = {
  username: string
  userId: number
  subject: string
  html(own: OwnWords): MailBody
  text(own: OwnWords): MailBody
}

/** Makes the mail of a drop for one recipient; rendered once for all of them. */
export function openDropMails(context: WorkerContext): (recipient: Recipient) => Promise<Mail> {
  const { config, linkKey, clock } = context
  const host = new URL(config.publicUrl).hostname
  const drops = new LRUCache<number, PreparedDrop>({
    max: 20,
    // Titles of tracks may become known while a drop is delivered.
    ttl: 10 * 60 * 1000,
    fetchMethod: id => prepareDrop(context, id),
  })
  return async recipient => {
    const drop = await drops.fetch(recipient.drop_id)
    if (!drop) throw new Error(`There is no drop ${recipient.drop_id}`)
    const token = unsubscribeToken(recipient.follow_id, linkKey)
    const own = { token, reason: reasonFor(recipient, drop.username, config.brand) }
    return {
      from: config.mailFrom,
      to: { address: recipient.address },
      subject: drop.subject,
      html: drop.html(own),
      text: drop.text(own),
      returnPath: returnPathOf(context, { notificationId: recipient.id }),
      messageId: `<drop.${recipient.drop_id}.${recipient.follow_id}@${host}>`,
      headers: {
        'List-Id': `<drops-${drop.userId}.${host}>`,
        'List-Unsubscribe': `<${oneClickAddress(config.publicUrl, token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
      date: clock.now(),
    }
  }
}

async function prepareDrop(
  { db, config, renderMail }: WorkerContext,
  id: number,
): Promise<PreparedDrop> {
  const drop = await db
    .selectFrom('drops')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['drop_number', 'note', 'username', 'user_id'])
    .where('drops.id', '=', id)
    .executeTakeFirstOrThrow()
  const { username, drop_number } = drop
  // Random, so that no note can contain them.
  const marks: OwnWords = { token: `token-${randomUUID()}`, reason: `reason-${randomUUID()}` }
  const { subject, html, text } = renderMail({
    kind: 'drop',
    site: config,
    username,
    dropNumber: drop_number,
    note: drop.note,
    tracks: await listDropTracks(db, id),
    dropLink: `${config.publicUrl}/${username}/drops/${drop_number}`,
    unsubscribeLink: `${config.publicUrl}/unsubscribe?token=${marks.token}`,
    reason: marks.reason,
  })
  return {
    username,
    userId: drop.user_id,
    subject,
    html: prepareMerge('text/html', html, marks),
    text: prepareMerge('text/plain', text, marks),
  }
}

/** Only letters, digits, hyphens and the like, so that it reads the same in HTML and in text. */
function reasonFor({ is_member, followed_at }: Recipient, username: string, brand: string) {
  if (is_member) return `You get this because you follow @${username} on ${brand}.`
  return `You get this because you confirmed on ${day.format(followed_at)} that you follow @${username}.`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
