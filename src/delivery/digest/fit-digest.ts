import { type EncodedText, encodeText } from '../../mail/composing/mail-merge.ts'
import { previewText } from '../../mail/layout/mail-layout.tsx'
import { escapeHtml } from '../../mail/layout/render-mail.tsx'
import type { MailedSong } from '../../returned-songs/returned-songs.shared.ts'
import type { MailedCover } from '../../tracks/list-mail-covers.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { DigestSlots } from './digest-mail.tsx'
import {
  type DigestDrop,
  headlineOf,
  type MailPart,
  numberOneOf,
  paragraphAround,
  renderEntry,
  renderLine,
  renderSongLine,
} from './digest-mail-drop.tsx'
import { named, type RecordSlots } from './digest-record.ts'

/** Mail programs may cut longer mails. */
export const maxBytes = 33_000
/** Room for the headers, and for merge fields that are longer than their placeholders. */
const otherBytes = 3_000
const maxDetailed = 10
/** Drops after the detailed ones have a line each, and those after these lines are counted. */
const maxListed = 12
/** Mail programs show the first hundred characters or so. */
const maxPreviewed = 3

/** A drop as all weekly mails with it show it, whoever reads them. */
export type RenderedDrop = {
  username: string
  preview: string
  /** The track with the name that the record of the week shows. */
  numberOne: MailedCover | undefined
  /** The drop in full; the first mail that has room for it renders it. */
  entry(song: MailedDrop['song']): EncodedPart
  line: MailPart
  stopLink(choicesLink: string): EncodedPart
}

type EncodedPart = { html: EncodedText[]; text: EncodedText[] }

export function renderDrop(drop: DigestDrop): RenderedDrop {
  let entry: ReturnType<typeof encodeEntry> | undefined
  return {
    username: drop.username,
    preview: `${headlineOf(drop)}: ${numberOneOf(drop) ?? ''}`,
    numberOne: drop.tracks[0] && named(drop.tracks[0]),
    entry(song) {
      entry ??= encodeEntry(drop)
      const { before, after, text, songLine } = entry
      if (!song) return { html: [before, after], text: [text] }
      const answer =
        song.rank === null ? songLine(song.link) : encodePart(renderSongLine(drop, song))
      return { html: [before, ...answer.html, after], text: [text, ...answer.text] }
    },
    line: renderLine(headlineOf(drop), drop.dropLink),
    stopLink: encodeAround(link => renderLine(`Stop @${drop.username}`, link)),
  }
}

function encodeEntry(drop: DigestDrop) {
  const { html, text } = renderEntry(drop)
  const [before, after] = html
  return {
    before: encodeText(before),
    after: encodeText(after),
    text: encodeText(text),
    songLine: encodeAround(link => renderSongLine(drop, { link, rank: null })),
  }
}

const encodePart = ({ html, text }: MailPart): EncodedPart => ({
  html: [encodeText(html)],
  text: [encodeText(text)],
})

/** Renders and encodes what is around a link once, because each reader has a link of their own. */
function encodeAround(render: (link: string) => MailPart): (link: string) => EncodedPart {
  const mark = crypto.randomUUID()
  const { html, text } = render(mark)
  const [htmlPieces, textPieces] = [html, text].map(each => each.split(mark).map(encodeText))
  const join = (pieces: EncodedText[] = [], link: string) =>
    pieces.flatMap((piece, n) => (n > 0 ? [encodeText(link), piece] : [piece]))
  return link => ({ html: join(htmlPieces, escapeHtml(link)), text: join(textPieces, link) })
}

/** A drop in the mail of one reader. */
export type MailedDrop = {
  rendered: RenderedDrop
  choicesLink: string
  /** Null for a reader or member without songs in answer. */
  song: MailedSong | null
}

type Slots = DigestSlots<EncodedText[]>

type Frame = {
  /** Null for a reader without an account. */
  feedLink: string | null
  record: RecordSlots | null
  frameBytes: number
}

/** Tells as many drops in full as fit into `maxBytes`: a text in Korean takes nine times the bytes of one in English. */
export function fitDigest(drops: MailedDrop[], { feedLink, record, frameBytes }: Frame): Slots {
  const fitting = maxBytes - otherBytes
  for (let detailed = Math.min(maxDetailed, drops.length); ; ) {
    const slots = {
      ...fillSlots(drops, detailed, feedLink),
      ...(record ?? noRecord),
    }
    const length = frameBytes + bytesOf(slots)
    if (detailed === 0 || length <= fitting) return slots
    detailed = Math.min(detailed - 1, Math.floor((detailed * fitting) / length))
  }
}

const noRecord: RecordSlots = { record: [], textRecord: [] }

const bytesOf = (slots: Slots) =>
  Object.values(slots)
    .flat()
    .reduce((sum, { encoded }) => sum + encoded.length, 0)

function fillSlots(
  drops: MailedDrop[],
  maxDetailed: number,
  feedLink: string | null,
): Omit<Slots, keyof RecordSlots> {
  const members = [...new Set(drops.map(({ rendered }) => `@${rendered.username}`))]
  const count = pluralize(drops.length, 'drop')
  const detailed = drops.slice(0, maxDetailed)
  const listed = drops.slice(maxDetailed, maxDetailed + maxListed)
  const others = listed.map(({ rendered }) => rendered.line)
  const remaining = drops.length - detailed.length - listed.length
  if (remaining > 0) others.push(renderRemaining(`and ${remaining} more`, feedLink))
  const entries = detailed.map(({ rendered, song }) => rendered.entry(song))
  // One link for each member with a drop in full.
  const stopLinks = [...new Map(detailed.map(drop => [drop.rendered.username, drop])).values()].map(
    ({ rendered, choicesLink }) => rendered.stopLink(choicesLink),
  )
  const preview = detailed
    .slice(0, maxPreviewed)
    .map(({ rendered }) => rendered.preview)
    .join(' · ')
  const othersHtml = others.map(({ html }) => html).join(' · ')
  const othersText = others.map(({ text }) => text).join('\n')
  return {
    subject: [encodeText(`${count} this week: ${shortList(members)}`)],
    count: [encodeText(count)],
    preview: [encodeText(escapeHtml(previewText(preview)))],
    drops: [
      ...entries.flatMap(({ html }) => html),
      ...(others.length > 0 ? [encodeText(paragraphAround(othersHtml))] : []),
    ],
    stopLinks: stopLinks.flatMap(({ html }, n) => (n > 0 ? [separator, ...html] : html)),
    textDrops: [
      ...entries.flatMap(({ text }, n) => (n > 0 ? [blankLine, ...text] : text)),
      ...(others.length > 0
        ? [encodeText(entries.length > 0 ? `\n\n${othersText}` : othersText)]
        : []),
    ],
    textStopLinks: stopLinks.flatMap(({ text }) => [lineBreak, ...text]),
  }
}

const renderRemaining = (text: string, feedLink: string | null): MailPart =>
  feedLink === null ? { html: text, text } : renderLine(text, feedLink)

const blankLine = encodeText('\n\n')
const lineBreak = encodeText('\n')
const separator = encodeText(' · ')

/** "@ana, @ben and 3 more" */
const shortList = (names: string[]) =>
  names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
