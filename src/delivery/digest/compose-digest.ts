import { LRUCache } from 'lru-cache'
import { paths } from '../../contract/paths.shared.ts'
import { mailChoicesToken } from '../../follows/mail-choices/choose-by-link.ts'
import { digestUnsubscribeToken } from '../../follows/unsubscribing/unsubscribe-token.ts'
import type { MailContext } from '../../mail/account-mail.ts'
import { feedbackId, type Mail } from '../../mail/mail.ts'
import { returnPathOf } from '../../mail/return-path.ts'
import { newConfirmationLink } from '../../members/email/confirm-email.job.ts'
import { movementLine } from '../../movement/movement.shared.ts'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { listDropTracks } from '../../tracks/tracks.queries.ts'
import type { ClaimedDelivery } from '../sender/claim-deliveries.queries.ts'
import type { DigestDrop, DigestMail } from './digest-mail.tsx'
import { fitDigest } from './fit-digest.ts'

type Digest = Pick<
  ClaimedDelivery,
  'id' | 'follow_id' | 'address' | 'address_confirmed' | 'user_id'
>

/** Returns a function that composes the mail of a digest; null when no drop in it is wanted any more. */
export function createDigestComposer(
  context: MailContext,
): (digest: Digest) => Promise<Mail | null> {
  const { config, linkKey, clock } = context
  const { publicUrl } = config
  const host = new URL(publicUrl).hostname
  const described = new LRUCache<number, Omit<DigestDrop, 'choicesLink'>>({
    max: 1_000,
    ttl: 10 * 60 * 1000,
    fetchMethod: id => describeDrop(context, id),
  })
  return async ({ id, follow_id, address, address_confirmed, user_id }) => {
    const parts = await findParts(context, id)
    if (parts.length === 0) return null
    const choicesLink = (followId: number) =>
      `${publicUrl}${paths.mailChoices}?token=${mailChoicesToken(followId, address, linkKey)}`
    const token = digestUnsubscribeToken(follow_id, address, linkKey)
    const drops: DigestDrop[] = []
    for (const part of parts) {
      const drop = await described.fetch(part.drop_id)
      if (drop) drops.push({ ...drop, choicesLink: choicesLink(part.follow_id) })
    }
    const hidesNotes = !address_confirmed && drops.some(({ note }) => note !== null)
    const content: DigestMail = {
      brand: config.brand,
      drops: drops.map(drop => (address_confirmed ? drop : { ...drop, note: null })),
      confirmLink:
        hidesNotes && user_id !== null ? await newConfirmationLink(context, user_id) : null,
      weekLink: user_id === null ? null : `${publicUrl}${paths.week}`,
      homeLink: `${publicUrl}${paths.landing}`,
      feedLink: `${publicUrl}${paths.feed}`,
      settings: {
        choicesLink: choicesLink(parts[0]?.follow_id ?? follow_id),
        unsubscribeLink: `${publicUrl}${paths.unsubscribe}?token=${token}&digest=1`,
      },
    }
    const envelope = {
      from: config.mailFrom,
      to: { address },
      returnPath: returnPathOf(context, { deliveryId: id }),
      messageId: `<digest.${id}@${host}>`,
      headers: {
        'List-Id': `<digest.${host}>`,
        'List-Unsubscribe': `<${publicUrl}${paths.oneClickUnsubscribe(token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
        'Feedback-ID': feedbackId(config.brand, 'digest', 'weekly', 'drop'),
      },
      date: clock.now(),
    }
    return fitDigest(envelope, content, config.operator)
  }
}

/** The deliveries that were kept in the digest when it was marked as `sending`. */
const findParts = ({ db }: MailContext, digestId: number) =>
  db
    .selectFrom('drop_notifications')
    .innerJoin('drops', 'drops.id', 'drop_notifications.drop_id')
    .select(['drops.id as drop_id', 'follow_id'])
    .where('digest_id', '=', digestId)
    .where('status', '=', 'sending')
    .orderBy('drops.created_at')
    .orderBy('drops.id')
    .execute()

async function describeDrop({ db, config }: MailContext, id: number) {
  const { username, drop_number, note, movement } = await db
    .selectFrom('drops')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['drop_number', 'note', 'username', 'movement'])
    .where('drops.id', '=', id)
    .executeTakeFirstOrThrow()
  const top = (await listDropTracks(db, id)).find(({ rank }) => rank === 1)
  return {
    username,
    dropNumber: drop_number,
    note,
    movement: movementLine(movement),
    numberOne: top ? [trackTitle(top), top.artist].filter(text => text !== null).join(' – ') : null,
    dropLink: `${config.publicUrl}${paths.drop(username, drop_number)}`,
  }
}
