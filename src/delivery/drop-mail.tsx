import { MailLayout } from '../mail/layout/mail-layout.tsx'
import {
  MailButton,
  MailHeading,
  MailLines,
  MailLink,
  MailSmall,
  MailTable,
} from '../mail/layout/mail-parts.tsx'
import { font, light } from '../mail/layout/mail-theme.ts'
import { mailText, oneLine } from '../mail/layout/plain-text.ts'
import type { MailTemplate } from '../mail/layout/render-mail.tsx'
import { trackTitle } from '../tracks/screens/track-title.ts'
import { trackLinkOf } from '../tracks/track-link.contract.ts'
import type { DropTrack } from '../tracks/tracks.contract.ts'
import { findLinks } from '../ui/find-links.ts'
import { pickBySeed } from '../ui/seeded-random.ts'

type Track = Pick<DropTrack, 'spotify_track_id' | 'rank' | 'title' | 'artist' | 'artwork'>

export type DropMail = {
  brand: string
  username: string
  dropNumber: number
  note: string | null
  tracks: Track[]
  dropLink: string
  /** Null in a test drop. */
  unsubscribeLink: string | null
  /** A sentence that says why the recipient gets the mail. */
  reason: string
}

/** The mail of a drop. Values may be placeholders, so none is changed except for HTML escaping. */
export function dropMail(content: DropMail): MailTemplate {
  const { brand, username, dropNumber, note, dropLink, unsubscribeLink, reason } = content
  const headline = `@${username} dropped ${brand} #${dropNumber}`
  const isTest = unsubscribeLink === null
  const subject = isTest ? `Test: ${headline}` : headline
  const tracks = content.tracks.toSorted((a, b) => a.rank - b.rank)
  const listen = `Listen on ${brand}`
  const testNotice = 'This is a test. It went to you alone and nothing was published.'
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={[note, ...tracks.slice(0, 3).map(trackLine)].filter(Boolean).join(' · ')}
        footer={
          <>
            <MailSmall>{reason}</MailSmall>
            {unsubscribeLink !== null && (
              <MailSmall>
                <MailLink href={unsubscribeLink} style={touchTarget}>
                  Unsubscribe
                </MailLink>
              </MailSmall>
            )}
          </>
        }
      >
        {isTest && <MailSmall>{testNotice}</MailSmall>}
        <MailHeading>
          @{username} dropped {brand}&nbsp;#{dropNumber}
        </MailHeading>
        {note && <NoteBlock note={note} />}
        <MailTable width="100%" style={{ width: '100%' }}>
          {tracks.map(track => (
            <TrackRow key={track.rank} track={track} />
          ))}
        </MailTable>
        <MailButton href={dropLink}>{listen}</MailButton>
        <MailSmall style={{ margin: '8px 0 0' }}>
          Covers and titles come from Spotify, and open there.
        </MailSmall>
      </MailLayout>
    ),
    text: mailText(
      headline,
      isTest ? testNotice : null,
      note ? quote(note) : null,
      tracks.map(trackLines).join('\n\n'),
      `${listen}: ${dropLink}`,
      [reason, unsubscribeLink && `Unsubscribe: ${unsubscribeLink}`].filter(Boolean).join('\n'),
    ),
  }
}

function NoteBlock({ note }: { note: string }) {
  return (
    <MailTable width="100%" style={{ width: '100%', margin: '0 0 12px' }}>
      <tr>
        <td
          className="night"
          style={{ backgroundColor: light.night, borderRadius: 10, padding: '18px 20px' }}
        >
          <p
            dir="auto"
            style={{
              ...font(18, 26),
              color: light.onNight,
              margin: 0,
            }}
          >
            <MailLines text={note} render={linkAddresses} />
          </p>
        </td>
      </tr>
    </MailTable>
  )
}

/** Links web addresses in our colour: the blue of mail programs is unreadable on the dark block. */
const linkAddresses = (line: string) =>
  findLinks(line).map(({ text, href, offset }) =>
    href ? (
      <a key={offset} href={href} style={{ color: light.link, textDecoration: 'underline' }}>
        {text}
      </a>
    ) : (
      text
    ),
  )

function TrackRow({ track }: { track: Track }) {
  const { rank, artist } = track
  return (
    <tr>
      <td
        width={30}
        align="center"
        className="ink"
        style={{ ...font(18, 30, 800), width: 30, padding: '10px 14px 10px 0', color: light.ink }}
      >
        {rank === 1 ? <FirstRank /> : rank}
      </td>
      <td width={64} style={{ width: 64, padding: '10px 16px 10px 0' }}>
        <Cover track={track} />
      </td>
      <td style={{ padding: '10px 0' }}>
        <p dir="auto" style={{ ...trackText, ...font(16, 22, 700) }}>
          <a
            href={trackLinkOf(track.spotify_track_id)}
            className="ink"
            style={{ color: light.ink, textDecoration: 'none' }}
          >
            {trackTitle(track)}
          </a>
        </p>
        {artist && (
          <p
            dir="auto"
            className="muted"
            style={{ ...trackText, ...font(14, 20), color: light.muted }}
          >
            {artist}
          </p>
        )}
      </td>
    </tr>
  )
}

/** Aligned with the cover in every script. */
const trackText = { margin: 0, textAlign: 'left' } as const

/** In a cell of its own, because Outlook gives no other element a size and a background. */
function FirstRank() {
  return (
    <MailTable>
      <tr>
        <td
          className="gold"
          width={30}
          height={30}
          align="center"
          style={{
            ...font(16, 30, 800),
            width: 30,
            height: 30,
            backgroundColor: light.gold,
            borderRadius: 15,
            color: light.onGold,
          }}
        >
          1
        </td>
      </tr>
    </MailTable>
  )
}

function Cover({ track }: { track: Track }) {
  const { artwork, spotify_track_id: id } = track
  if (!artwork) {
    return (
      <MailTable>
        <tr>
          <td
            width={64}
            height={64}
            align="center"
            aria-hidden="true"
            style={{
              ...font(24, 64),
              width: 64,
              height: 64,
              backgroundColor: pickBySeed<string>(sleeveColours, id),
              borderRadius: 4,
              color: '#ffffff',
            }}
          >
            ●
          </td>
        </tr>
      </MailTable>
    )
  }
  return (
    <a href={trackLinkOf(id)} style={{ textDecoration: 'none' }}>
      <img
        src={artwork}
        alt={titleAndArtist(track)}
        width={64}
        height={64}
        // Keeps React from adding a preload link to the head.
        fetchPriority="low"
        className="sunken muted"
        style={{
          ...font(11, 14),
          display: 'block',
          border: 0,
          backgroundColor: light.sunken,
          borderRadius: 4,
          color: light.muted,
        }}
      />
    </a>
  )
}

/** 44 pixels high. */
const touchTarget = { display: 'inline-block', padding: '12px 0' }

/** The colours of theme.css. */
const sleeveColours = [
  '#1e3a6e',
  '#8a2f3c',
  '#1f5c57',
  '#5b3a7a',
  '#99451f',
  '#44592b',
  '#84296a',
] as const

const titleAndArtist = (track: Track) =>
  [trackTitle(track), track.artist]
    .filter(text => text !== null)
    .map(oneLine)
    .join(' – ')

const trackLine = (track: Track) => `${track.rank}. ${titleAndArtist(track)}`

const trackLines = (track: Track) => `${trackLine(track)}\n${trackLinkOf(track.spotify_track_id)}`

const quote = (note: string) =>
  note
    .split(/\r\n?|\n/)
    .map(line => `> ${oneLine(line)}`)
    .join('\n')
