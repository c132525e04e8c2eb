import { LRUCache } from 'lru-cache'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import { paths } from '../../contract/paths.shared.ts'
import {
  encodeText,
  type MergeValue,
  newPlaceholders,
  prepareMerge,
  textOf,
} from '../../mail/composing/mail-merge.ts'
import type { MailContext } from '../../mail/define-mail.ts'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import { addressToken, returnPathOf } from '../../mail/links/mail-links.ts'
import type { EncodedMail } from '../../mail/mail.ts'
import { mailFields } from '../../mail/mail-fields.ts'
import { confirmationLink } from '../../members/email/request-confirmation.ts'
import type { Queryable } from '../../platform/database.ts'
import { findSongsOnDrops } from '../../returned-songs/songs-on-drops.queries.ts'
import { movementLine } from '../../tracks/movement/movement.shared.ts'
import { songLinkOf } from '../drop-mail/song-mail-link.tsx'
import { digestMail } from './digest-mail.tsx'
import { recordOf } from './digest-record.ts'
import { fitDigest, type MailedDrop, type RenderedDrop, renderDrop } from './fit-digest.ts'
import type { WeeklyPart } from './weekly-mail.queries.ts'

/** Weekly mails for the same kind of reader differ only in their merge fields. */
type Reader = { hasAccount: boolean; hasRecord: boolean; showsConfirmLink: boolean }

type Frame = {
  mail: Pick<EncodedMail, 'from' | 'date'>
  /** Encoded, with empty slots. */
  bytes: number
  merge(fields: Record<keyof Fields, MergeValue>): Buffer
}

/** Track titles may be looked up while weekly mails are being sent. */
const ttl = 60 * 1000

/** Returns a function that composes the weekly mail of one subscriber; `parts` are the deliveries in it, at least one. */
export function createDigestComposer(
  context: MailContext,
): (mailId: string, parts: WeeklyPart[]) => Promise<EncodedMail> {
  const { config, linkKey } = context
  const { publicUrl } = config
  const frames = new LRUCache<string, Frame, Reader>({
    max: 8,
    ttl,
    fetchMethod: (_key, _stale, { context: reader }) => prepareFrame(context, reader),
  })
  const findDrops = createDropCache(context)
  return async (mailId, parts) => {
    const [first, last] = [parts[0], parts.at(-1)]
    if (!first || !last) throw new Error('A weekly mail needs a drop')
    const { subscriber_id, address, address_confirmed, user_id } = first
    const described = await findDrops(parts.map(part => part.drop_id))
    const choicesToken = ({ follow_id }: WeeklyPart) =>
      addressToken('choices', follow_id, address, linkKey)
    const drops = parts.flatMap((part): MailedDrop[] => {
      const drop = described.get(part.drop_id)
      if (!drop) return []
      const songToken = addressToken('song', part.follow_id, address, linkKey)
      return [
        {
          rendered: address_confirmed ? drop.withNote : drop.withoutNote,
          choicesLink: `${publicUrl}${paths.mailChoices}?token=${choicesToken(part)}`,
          song:
            address_confirmed && drop.acceptsSongs
              ? {
                  link: songLinkOf(publicUrl, drop.number, songToken),
                  rank: drop.songs.get(part.follow_id) ?? null,
                }
              : null,
        },
      ]
    })
    const hasNote = parts.some(({ drop_id }) => described.get(drop_id)?.hasNote)
    const hasAccount = user_id !== null
    const feedLink = feedLinkFor(hasAccount, publicUrl)
    const record = recordOf(drops, feedLink)
    const reader = {
      hasAccount,
      hasRecord: record !== null,
      showsConfirmLink: !address_confirmed && hasAccount && hasNote,
    }
    const frame = await frames.fetch(JSON.stringify(reader), { context: reader })
    if (!frame) throw new Error('A weekly mail was not prepared')
    const slots = fitDigest(drops, { feedLink, record, frameBytes: frame.bytes })
    return {
      ...frame.mail,
      to: { address },
      // The newest delivery stands for the mail in reports.
      returnPath: returnPathOf(context, { deliveryId: last.id, subscriberId: subscriber_id }),
      messageId: messageIdOf(context, mailId),
      bytes: frame.merge({
        ...slots,
        address,
        mailId,
        subjectLine: foldSubject(textOf(slots.subject)),
        choicesToken: choicesToken(first),
        // The token names the subscriber, because each member in the mail can delete their account.
        token: addressToken('weekly', subscriber_id, address, linkKey),
        headerToken: addressToken('header-weekly', subscriber_id, address, linkKey),
        confirmLink:
          reader.showsConfirmLink && user_id !== null
            ? await confirmationLink(context, user_id, { mail: `digest ${mailId}`, address })
            : '',
      }),
    }
  }
}

const messageIdOf = ({ config }: MailContext, mailId: string) =>
  `<digest.${mailId}@${new URL(config.publicUrl).hostname}>`

/** Null for a reader without an account, who has no feed. */
const feedLinkFor = (hasAccount: boolean, publicUrl: string) =>
  hasAccount ? `${publicUrl}${paths.feed}` : null

/** Folds the subject after 76 characters, as nodemailer folds other headers. */
const foldSubject = (subject: string) =>
  foldLines(`Subject: ${subject}`, 76).slice('Subject: '.length)

type Fields = ReturnType<typeof newFields>

const newFields = () =>
  newPlaceholders(
    ...(['address', 'mailId', 'token', 'headerToken', 'choicesToken', 'confirmLink'] as const),
    ...(['subjectLine', 'subject', 'count', 'preview', 'record'] as const),
    ...(['drops', 'stopLinks', 'textRecord', 'textDrops', 'textStopLinks'] as const),
  )

async function prepareFrame(
  context: MailContext,
  { hasAccount, hasRecord, showsConfirmLink }: Reader,
): Promise<Frame> {
  const { config, clock } = context
  const { publicUrl } = config
  const fields = newFields()
  const content = {
    brand: config.brand,
    confirmLink: showsConfirmLink ? fields.confirmLink : null,
    feedLink: feedLinkFor(hasAccount, publicUrl),
    hasRecord,
    homeLink: `${publicUrl}${paths.landing}`,
    settings: {
      choicesLink: `${publicUrl}${paths.mailChoices}?token=${fields.choicesToken}`,
      unsubscribeLink: `${publicUrl}${paths.unsubscribe}?token=${fields.token}`,
    },
  }
  const mail = {
    ...mailFields(config, 'weekly-mail', {
      list: { name: 'digest', oneClickPath: paths.oneClickUnsubscribe(fields.headerToken) },
      feedback: ['digest', 'weekly', 'drop'],
    }),
    to: { address: fields.address },
    messageId: messageIdOf(context, fields.mailId),
    date: clock.now(),
    ...renderMail(digestMail(content, fields), config.operator),
    subject: fields.subjectLine,
  }
  return {
    mail,
    bytes: encodeText(mail.html).encoded.length + encodeText(mail.text).encoded.length,
    merge: await prepareMerge(mail, fields),
  }
}

type CachedDrop = {
  number: number
  acceptsSongs: boolean
  /** The rank of the song that a follow has sent. */
  songs: Map<number, number>
  hasNote: boolean
  withNote: RenderedDrop
  withoutNote: RenderedDrop
}

/** The drops that a batch of mails has in common are read and rendered once. */
function createDropCache({ db, config }: MailContext) {
  const cache = new LRUCache<number, CachedDrop>({ max: 1_000, ttl })
  return async (ids: number[]) => {
    const cached = ids.map(id => [id, cache.get(id)] as const)
    const missing = cached.filter(([, drop]) => !drop).map(([id]) => id)
    const found = missing.length > 0 ? await describeDrops(db, missing, config.publicUrl) : []
    for (const [id, drop] of found) cache.set(id, drop)
    return new Map([
      ...cached.flatMap(([id, drop]) => (drop ? [[id, drop] as const] : [])),
      ...found,
    ])
  }
}

async function describeDrops(
  db: Queryable,
  ids: number[],
  publicUrl: string,
): Promise<[number, CachedDrop][]> {
  const [drops, tracks, songs] = await Promise.all([
    db
      .selectFrom('drops')
      .innerJoin('users', 'users.id', 'drops.user_id')
      .select(['drops.id', 'username', 'drop_number as dropNumber', 'note', 'movement'])
      .select('accepts_songs as acceptsSongs')
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
    findSongsOnDrops(db, ids),
  ])
  const byDrop = Map.groupBy(tracks, ({ drop_id }) => drop_id)
  return drops.map(({ id, movement, acceptsSongs, ...drop }) => {
    const described = {
      ...drop,
      movement: movementLine(movement),
      tracks: byDrop.get(id) ?? [],
      dropLink: `${publicUrl}${paths.drop(drop.username, drop.dropNumber)}`,
    }
    const withoutNote = renderDrop({ ...described, note: null })
    const hasNote = drop.note !== null
    return [
      id,
      {
        number: drop.dropNumber,
        acceptsSongs,
        songs: songs.get(id) ?? new Map(),
        hasNote,
        withoutNote,
        withNote: hasNote ? renderDrop(described) : withoutNote,
      },
    ]
  })
}
