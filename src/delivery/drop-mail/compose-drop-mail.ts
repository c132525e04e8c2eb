import { LRUCache } from 'lru-cache'
import { paths } from '../../contract/paths.shared.ts'
import { newPlaceholders, prepareMerge } from '../../mail/composing/mail-merge.ts'
import type { MailContext } from '../../mail/define-mail.ts'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import { addressToken, returnPathOf } from '../../mail/links/mail-links.ts'
import type { EncodedMail, Mail } from '../../mail/mail.ts'
import { mailFields } from '../../mail/mail-fields.ts'
import { confirmationLink } from '../../members/email/request-confirmation.ts'
import { findSongsOnDrops } from '../../returned-songs/songs-on-drops.queries.ts'
import { listDropTracks, listLeftTracks } from '../../tracks/tracks.queries.ts'
import { formatDate } from '../../ui/text/format.ts'
import type { ClaimedDelivery } from '../sender/claim-deliveries.queries.ts'
import type { Recipient } from '../sender/update-deliveries.queries.ts'
import { dropMail } from './drop-mail.tsx'
import { songLinkOf } from './song-mail-link.tsx'

type Mailed = Pick<ClaimedDelivery, 'id' | 'drop_id' | 'follow_id'> & Recipient

type MergeFields = ReturnType<typeof newDropPlaceholders>

type PreparedDrop = {
  mail: Mail
  username: string
  showsConfirmLink: boolean
  merge(fields: MergeFields): Buffer
}

/** Recipients whose mails of a drop differ in more than merge fields; `songRank` is that of the song that they sent. */
type Variant = { id: number; showsNote: boolean; songRank: number | null }

/** Track titles may be looked up while a drop is being delivered. */
const ttl = 60 * 1000

/** Returns a function that composes the mail of a drop for one recipient. A drop is rendered once for all recipients of a variant. */
export function createDropMailComposer(
  context: MailContext,
): (recipient: Mailed) => Promise<EncodedMail> {
  const { db, config, linkKey } = context
  const drops = new LRUCache<string, PreparedDrop, Variant>({
    max: 40,
    ttl,
    fetchMethod: (_key, _stale, { context: variant }) => prepareDrop(context, variant),
  })
  const songs = new LRUCache<number, Map<number, number>>({
    max: 20,
    ttl,
    fetchMethod: async id => (await findSongsOnDrops(db, [id])).get(id) ?? new Map(),
  })
  return async recipient => {
    const { id, drop_id, follow_id, subscriber_id, address, user_id, address_confirmed } = recipient
    const variant: Variant = {
      id: drop_id,
      showsNote: address_confirmed,
      songRank: (await songs.fetch(drop_id))?.get(follow_id) ?? null,
    }
    const drop = await drops.fetch(JSON.stringify(variant), { context: variant })
    if (!drop) throw new Error(`There is no drop ${drop_id}`)
    const { from, date } = drop.mail
    return {
      from,
      date,
      to: { address },
      returnPath: returnPathOf(context, { deliveryId: id, subscriberId: subscriber_id }),
      messageId: messageIdOf(context, drop_id, `${follow_id}`),
      bytes: drop.merge({
        address,
        followId: `${follow_id}`,
        token: addressToken('unsubscribe', follow_id, address, linkKey),
        headerToken: addressToken('header-unsubscribe', follow_id, address, linkKey),
        choicesToken: addressToken('choices', follow_id, address, linkKey),
        songToken: addressToken('song', follow_id, address, linkKey),
        reason: reasonFor(recipient, drop.username, config.brand),
        confirmLink:
          drop.showsConfirmLink && user_id !== null
            ? await confirmationLink(context, user_id, {
                mail: `drop ${drop_id}.${follow_id}`,
                address,
              })
            : '',
      }),
    }
  }
}

const messageIdOf = ({ config }: MailContext, dropId: number, followId: string) =>
  `<drop.${dropId}.${followId}@${new URL(config.publicUrl).hostname}>`

const newDropPlaceholders = () =>
  newPlaceholders(
    'address',
    'followId',
    'token',
    'headerToken',
    'choicesToken',
    'songToken',
    'reason',
    'confirmLink',
  )

/** Leaves out the note and the line to answer it for an email that nobody has confirmed: its owner may never have heard of the app. */
async function prepareDrop(
  context: MailContext,
  { id, showsNote, songRank }: Variant,
): Promise<PreparedDrop> {
  const { db, config, clock } = context
  const drop = await db
    .selectFrom('drops')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['drop_number', 'note', 'username', 'user_id', 'movement', 'accepts_songs'])
    .where('drops.id', '=', id)
    .executeTakeFirstOrThrow()
  const { username, user_id, drop_number, movement } = drop
  const [tracks, left] = await Promise.all([listDropTracks(db, id), listLeftTracks(db, movement)])
  const showsConfirmLink = drop.note !== null && !showsNote
  const fields = newDropPlaceholders()
  const rendered = renderMail(
    dropMail({
      brand: config.brand,
      username,
      dropNumber: drop_number,
      note: showsNote ? drop.note : null,
      confirmLink: showsConfirmLink ? fields.confirmLink : null,
      tracks,
      movement,
      left,
      dropLink: `${config.publicUrl}${paths.drop(username, drop_number)}`,
      song:
        showsNote && drop.accepts_songs
          ? { link: songLinkOf(config.publicUrl, drop_number, fields.songToken), rank: songRank }
          : null,
      settings: {
        choicesLink: `${config.publicUrl}${paths.mailChoices}?token=${fields.choicesToken}`,
        unsubscribeLink: `${config.publicUrl}${paths.unsubscribe}?token=${fields.token}`,
      },
      reason: fields.reason,
    }),
    config.operator,
  )
  const mail = {
    ...rendered,
    ...mailFields(config, 'drop', {
      list: {
        name: `drops-${user_id}`,
        oneClickPath: paths.oneClickUnsubscribe(fields.headerToken),
      },
      feedback: [`drop-${id}`, `member-${user_id}`, 'drop'],
    }),
    to: { address: fields.address },
    messageId: messageIdOf(context, id, fields.followId),
    date: clock.now(),
  }
  return { mail, username, showsConfirmLink, merge: await prepareMerge(mail, fields) }
}

/** Contains no character that HTML escapes, because it is filled into the HTML and the text part alike. */
function reasonFor({ user_id, followed_at }: Recipient, username: string, brand: string) {
  if (user_id !== null) return `You get this because you follow @${username} on ${brand}.`
  return `You get this because you confirmed on ${formatDate(followed_at.toISOString())} that you follow @${username}.`
}
