import { LRUCache } from 'lru-cache'
import { paths } from '../../contract/paths.shared.ts'
import { newPlaceholders, prepareMerge } from '../../mail/composing/mail-merge.ts'
import type { MailContext } from '../../mail/define-mail.ts'
import { addressToken, returnPathOf } from '../../mail/links/mail-links.ts'
import type { EncodedMail } from '../../mail/mail.ts'
import { mailFields } from '../../mail/mail-fields.ts'
import { confirmationLink } from '../../members/email/request-confirmation.ts'
import type { Queryable } from '../../platform/database.ts'
import { derivedToken } from '../../platform/secrets/tokens.ts'
import { movementLine } from '../../tracks/movement/movement.shared.ts'
import type { DigestDrop } from './digest-mail.tsx'
import { fitDigest } from './fit-digest.ts'
import { type WeeklyPart, weeklyMail } from './weekly-mail.queries.ts'

/** Weekly mails with the same drops for the same kind of reader differ only in their merge fields. */
type Edition = { dropIds: number[]; hasAccount: boolean; showsNotes: boolean }

type Prepared = {
  mail: Pick<EncodedMail, 'from' | 'date'>
  showsConfirmLink: boolean
  merge(fields: Record<string, string>): Buffer
}

/** Returns a function that composes the weekly mail of one subscriber; `parts` are the deliveries in it, at least one. */
export function createDigestComposer(
  context: MailContext,
): (mailId: string, parts: WeeklyPart[]) => Promise<EncodedMail> {
  const { linkKey } = context
  const editions = new LRUCache<string, Prepared, Edition>({
    max: 50,
    // Track titles may be looked up while weekly mails are being sent.
    ttl: 60 * 1000,
    fetchMethod: (_key, _stale, { context: edition }) => prepareEdition(context, edition),
  })
  return async (mailId, parts) => {
    const [first, last] = [parts[0], parts.at(-1)]
    if (!first || !last) throw new Error('A weekly mail needs a drop')
    const { subscriber_id, address, address_confirmed, user_id } = first
    const dropIds = parts.map(part => part.drop_id)
    const edition = { dropIds, hasAccount: user_id !== null, showsNotes: address_confirmed }
    const prepared = await editions.fetch(JSON.stringify(edition), { context: edition })
    if (!prepared) throw new Error('A weekly mail was not prepared')
    const { mail, showsConfirmLink, merge } = prepared
    // The same in each attempt. Of this address, so that a change of it ends what was mailed to another.
    const confirmToken = derivedToken(`digest ${mailId} ${address.toLowerCase()}`, linkKey)
    const choices = parts.map(({ follow_id }, n) => [
      choicesField(n),
      addressToken('choices', follow_id, address, linkKey),
    ])
    return {
      ...mail,
      to: { address },
      // The return path names the newest delivery. The others count as delivered after some days, which ends the count of
      // the soft bounces before.
      returnPath: returnPathOf(context, { deliveryId: last.id, subscriberId: subscriber_id }),
      messageId: messageIdOf(context, mailId),
      bytes: merge({
        address,
        mailId,
        // The token names the subscriber, because each member in the mail can delete their account.
        token: addressToken('weekly', subscriber_id, address, linkKey),
        headerToken: addressToken('header-weekly', subscriber_id, address, linkKey),
        confirmLink:
          showsConfirmLink && user_id !== null
            ? await confirmationLink(context, user_id, address, confirmToken)
            : '',
        ...Object.fromEntries(choices),
      }),
    }
  }
}

const choicesField = (n: number) => `choices${n}`

const messageIdOf = ({ config }: MailContext, mailId: string) =>
  `<digest.${mailId}@${new URL(config.publicUrl).hostname}>`

async function prepareEdition(
  context: MailContext,
  { dropIds, hasAccount, showsNotes }: Edition,
): Promise<Prepared> {
  const { db, config, clock } = context
  const { publicUrl } = config
  const fields = newPlaceholders('address', 'mailId', 'token', 'headerToken', 'confirmLink')
  const choices = newPlaceholders(...dropIds.map((_, n) => choicesField(n)))
  const choicesLink = (n: number) =>
    `${publicUrl}${paths.mailChoices}?token=${choices[choicesField(n)]}`
  const described = await describeDrops(db, dropIds)
  const drops = dropIds.flatMap((id, n): DigestDrop[] => {
    const drop = described.get(id)
    if (!drop) return []
    const dropLink = `${publicUrl}${paths.drop(drop.username, drop.dropNumber)}`
    return [{ ...drop, dropLink, choicesLink: choicesLink(n) }]
  })
  const showsConfirmLink = !showsNotes && hasAccount && drops.some(({ note }) => note !== null)
  const envelope = {
    ...mailFields(config, weeklyMail, {
      list: { name: 'digest', oneClickPath: paths.oneClickUnsubscribe(fields.headerToken) },
      feedback: ['digest', 'weekly', 'drop'],
    }),
    to: { address: fields.address },
    messageId: messageIdOf(context, fields.mailId),
    date: clock.now(),
  }
  const content = {
    brand: config.brand,
    drops: drops.map(drop => (showsNotes ? drop : { ...drop, note: null })),
    confirmLink: showsConfirmLink ? fields.confirmLink : null,
    weekLink: hasAccount ? `${publicUrl}${paths.feed}` : null,
    homeLink: `${publicUrl}${paths.landing}`,
    feedLink: `${publicUrl}${paths.feed}`,
    settings: {
      choicesLink: choicesLink(0),
      unsubscribeLink: `${publicUrl}${paths.unsubscribe}?token=${fields.token}`,
    },
  }
  const mail = fitDigest(envelope, content, config.operator)
  return { mail, showsConfirmLink, merge: await prepareMerge(mail, { ...fields, ...choices }) }
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
