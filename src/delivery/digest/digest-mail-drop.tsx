import type { CSSProperties } from 'react'
import { MailLink, MailParagraph, MailTable } from '../../mail/layout/mail-parts.tsx'
import { contentWidth, font, light } from '../../mail/layout/mail-theme.ts'
import { oneLine } from '../../mail/layout/plain-text.ts'
import { renderAround, renderHtml, splitHtml } from '../../mail/layout/render-mail.tsx'
import { type MailedSong, yourSongIs } from '../../returned-songs/returned-songs.shared.ts'
import { type MailedCover, MailStrip, titleAndArtist } from '../../tracks/list-mail-covers.tsx'
import { FirstRank } from '../drop-mail/drop-mail-tracks.tsx'
import { SongLink, songLinkText } from '../drop-mail/song-mail-link.tsx'

export type DigestDrop = {
  username: string
  dropNumber: number
  note: string | null
  /** "2 in, 1 out, a new number one" */
  movement: string
  tracks: MailedCover[]
  dropLink: string
}

export type MailPart = { html: string; text: string }

export const headlineOf = ({ username, dropNumber }: DigestDrop) => `@${username} #${dropNumber}`

export const numberOneOf = ({ tracks: [first] }: DigestDrop) => first && titleAndArtist(first)

/** The drop in full, and its HTML before and after the line that answers it. */
export function renderEntry(drop: DigestDrop): { html: [string, string]; text: string } {
  const { note, movement, dropLink } = drop
  const numberOne = numberOneOf(drop)
  const lines = [
    headlineOf(drop),
    note && `> ${oneLine(note)}`,
    movement,
    numberOne && `1. ${numberOne}`,
    dropLink,
  ]
  return {
    html: splitHtml(songLine => <DropEntry drop={drop} songLine={songLine} />),
    text: lines.filter(Boolean).join('\n'),
  }
}

/** The line that answers a drop, which ends it. */
export function renderSongLine({ username }: DigestDrop, { link, rank }: MailedSong): MailPart {
  const yourSong = rank === null ? null : yourSongIs(rank)
  return {
    html: renderHtml(
      <>
        {yourSong && (
          <MailParagraph style={{ fontWeight: 700, margin: '8px 0 0' }}>{yourSong}</MailParagraph>
        )}
        <SongLink username={username} href={link} />
      </>,
    ),
    text: `${yourSong ? `\n${yourSong}` : ''}\n${songLinkText(username, link)}`,
  }
}

export function renderLine(text: string, href: string): MailPart {
  const html = renderHtml(<MailLink href={href}>{text}</MailLink>)
  return { html, text: `${text}: ${href}` }
}

/** The links to drops that have no room in full. */
export const paragraphAround = renderAround(links => <MailParagraph>{links}</MailParagraph>)

function DropEntry({ drop, songLine }: { drop: DigestDrop; songLine: string }) {
  const { username, dropNumber, note, movement, tracks, dropLink } = drop
  const numberOne = numberOneOf(drop)
  return (
    <MailTable width="100%" style={{ width: '100%', margin: '0 0 12px' }}>
      <tr>
        <td
          className="sunken"
          style={{
            backgroundColor: light.sunken,
            borderRadius: 10,
            padding: `16px ${entryPadding}px`,
          }}
        >
          <p className="ink" style={{ ...font(18, 26, 700), color: light.ink, margin: '0 0 6px' }}>
            <a href={dropLink} className="ink" style={{ color: light.ink }}>
              {`@${username}`} #{dropNumber}
            </a>
          </p>
          {note && (
            <p
              dir="auto"
              className="ink"
              style={{ ...noteMargin, ...font(16, 24), color: light.ink }}
            >
              {oneLine(note)}
            </p>
          )}
          <MailStrip covers={tracks} width={contentWidth - 2 * entryPadding} />
          {numberOne && (
            <MailTable style={{ margin: '10px 0 0' }}>
              <tr>
                <td width={30} style={{ width: 30, padding: '0 12px 0 0' }}>
                  <FirstRank />
                </td>
                <td dir="auto" align="left" className="ink" style={numberOneText}>
                  {numberOne}
                </td>
              </tr>
            </MailTable>
          )}
          <p className="muted" style={{ ...font(14, 20), color: light.muted, margin: '10px 0 0' }}>
            {movement}
          </p>
          {songLine}
        </td>
      </tr>
    </MailTable>
  )
}

const entryPadding = 20
const noteMargin = { margin: '4px 0 10px' }
/** The text stands beside its number in every script, as in the mail of a drop. */
const numberOneText: CSSProperties = { ...font(16, 24, 700), color: light.ink, textAlign: 'left' }
