import { paths } from '../../contract/paths.shared.ts'
import type { MailJobContext } from '../../mail/account-mail.ts'
import { feedbackId, type Mail } from '../../mail/mail.ts'
import { addressToken, returnPathOf } from '../../mail/mail-links.ts'
import { senderFields } from '../../mail/sender-fields.ts'
import { confirmationLink } from '../../members/email/confirm-email.job.ts'
import { movementLine } from '../../movement/movement.shared.ts'
import type { Queryable } from '../../platform/database.ts'
import { derivedToken } from '../../platform/secrets/tokens.ts'
import type { DigestDrop, DigestMail } from './digest-mail.tsx'
import { fitDigest } from './fit-digest.ts'

/** A delivery in a weekly mail. */
export type WeeklyPart = {
  id: number
  drop_id: number
  follow_id: number
  subscriber_id: number
  address: string
  address_confirmed: boolean
  user_id: number | null
}

/** Composes the weekly mail of one subscriber; `parts` are the deliveries in it, at least one. */
export async function composeDigest(context: MailJobContext, parts: WeeklyPart[]): Promise<Mail> {
  const { db, config, linkKey, clock, jobId } = context
  const { publicUrl } = config
  const host = new URL(publicUrl).hostname
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) throw new Error('A weekly mail needs a drop')
  const { subscriber_id, address, address_confirmed, user_id } = first
  const choicesLink = (followId: number) =>
    `${publicUrl}${paths.mailChoices}?token=${addressToken('choices', followId, address, linkKey)}`
  // Of the subscriber, because each of the members in it can delete their account.
  const token = addressToken('weekly', subscriber_id, address, linkKey)
  const headerToken = addressToken('header-weekly', subscriber_id, address, linkKey)
  const described = await describeDrops(
    db,
    parts.map(part => part.drop_id),
  )
  const drops = parts.flatMap(({ drop_id, follow_id }): DigestDrop[] => {
    const drop = described.get(drop_id)
    if (!drop) return []
    const dropLink = `${publicUrl}${paths.drop(drop.username, drop.dropNumber)}`
    return [{ ...drop, dropLink, choicesLink: choicesLink(follow_id) }]
  })
  const hidesNotes = !address_confirmed && drops.some(({ note }) => note !== null)
  // The same in each attempt. Of this address, so that a change of it ends what was mailed to another.
  const confirmToken = derivedToken(`digest ${jobId} ${address.toLowerCase()}`, linkKey)
  const content: DigestMail = {
    brand: config.brand,
    drops: drops.map(drop => (address_confirmed ? drop : { ...drop, note: null })),
    confirmLink:
      hidesNotes && user_id !== null
        ? await confirmationLink(context, user_id, address, confirmToken)
        : null,
    weekLink: user_id === null ? null : `${publicUrl}${paths.feed}`,
    homeLink: `${publicUrl}${paths.landing}`,
    feedLink: `${publicUrl}${paths.feed}`,
    settings: {
      choicesLink: choicesLink(first.follow_id),
      unsubscribeLink: `${publicUrl}${paths.unsubscribe}?token=${token}`,
    },
  }
  const returnPath = returnPathOf(context, { deliveryId: last.id, subscriberId: subscriber_id })
  const envelope = {
    ...senderFields(config, {
      'List-Id': `<digest.${host}>`,
      'List-Unsubscribe': `<${publicUrl}${paths.oneClickUnsubscribe(headerToken)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Feedback-ID': feedbackId(config.brand, 'digest', 'weekly', 'drop'),
    }),
    to: { address },
    // Of the newest delivery: the others count as delivered after some days, which ends the count of soft bounces before.
    ...(returnPath !== undefined && { returnPath }),
    messageId: `<digest.${jobId}@${host}>`,
    date: clock.now(),
  }
  return fitDigest(envelope, content, config.operator)
}

async function describeDrops(db: Queryable, ids: number[]) {
  const [drops, tracks] = await Promise.all([
    db
      .selectFrom('drops')
      .innerJoin('users', 'users.id', 'drops.user_id')
      .select(['drops.id', 'username', 'drop_number as dropNumber', 'note', 'movement'])
      .where('drops.id', 'in', ids)
      .execute(),
    db
      .selectFrom('drop_tracks')
      .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
      .select(['drop_id', 'drop_tracks.spotify_track_id', 'title', 'artist', 'artwork'])
      .where('drop_id', 'in', ids)
      .orderBy('drop_id')
      .orderBy('rank')
      .execute(),
  ])
  const byDrop = Map.groupBy(tracks, ({ drop_id }) => drop_id)
  return new Map(
    drops.map(({ id, movement, ...drop }) => [
      id,
      { ...drop, movement: movementLine(movement), tracks: byDrop.get(id) ?? [] },
    ]),
  )
}
