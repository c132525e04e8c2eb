import { Column, Img, Section, Text } from 'react-email'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailLink,
  MailSmall,
} from '../mail/layout/mail-layout.tsx'
import { font, light } from '../mail/layout/mail-theme.ts'
import { mailText, oneLine } from '../mail/layout/plain-text.ts'
import type { MailTemplate } from '../mail/layout/render-mail.ts'
import { trackTitle } from '../tracks/screens/track-title.ts'
import { trackLinkOf } from '../tracks/track-link.contract.ts'
import type { DropTrack } from '../tracks/tracks.contract.ts'
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
                <MailLink href={unsubscribeLink}>Unsubscribe</MailLink>
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
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={fixedLayout}>
          <tbody>
            {tracks.map(track => (
              <TrackRow key={track.rank} track={track} />
            ))}
          </tbody>
        </table>
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
      tracks.map(trackText).join('\n\n'),
      `${listen}: ${dropLink}`,
      [reason, unsubscribeLink && `Unsubscribe: ${unsubscribeLink}`].filter(Boolean).join('\n'),
    ),
  }
}

function NoteBlock({ note }: { note: string }) {
  return (
    <Section
      className="night"
      style={{
        backgroundColor: light.night,
        borderRadius: 10,
        borderCollapse: 'separate',
        padding: '18px 20px',
        marginBottom: 12,
      }}
    >
      <Text
        dir="auto"
        style={{
          ...font(18, 26),
          color: light.onNight,
          margin: 0,
          whiteSpace: 'pre-line',
          wordBreak: 'break-word',
        }}
      >
        {note}
      </Text>
    </Section>
  )
}

function TrackRow({ track }: { track: Track }) {
  const address = trackLinkOf(track.spotify_track_id)
  return (
    <tr>
      <Column width={44} style={{ padding: '10px 0' }}>
        <Rank rank={track.rank} />
      </Column>
      <Column width={80} style={{ padding: '10px 0' }}>
        <MailLink href={address} style={{ textDecorationLine: 'none' }}>
          <Cover track={track} />
        </MailLink>
      </Column>
      <Column style={{ padding: '10px 0' }}>
        <MailLink
          href={address}
          className="ink"
          style={{ ...font(16, 22), color: light.ink, textDecorationLine: 'none' }}
        >
          <bdi style={{ fontWeight: 700, wordBreak: 'break-word' }}>{trackTitle(track)}</bdi>
          {track.artist && (
            <>
              <br />
              <bdi className="muted" style={{ ...font(14, 20), color: light.muted }}>
                {track.artist}
              </bdi>
            </>
          )}
        </MailLink>
      </Column>
    </tr>
  )
}

function Rank({ rank }: { rank: number }) {
  const isFirst = rank === 1
  return (
    <span
      className={isFirst ? 'gold' : 'ink'}
      style={{
        ...font(isFirst ? 16 : 18, 30),
        display: 'inline-block',
        width: 30,
        textAlign: 'center',
        fontWeight: 800,
        color: isFirst ? light.onGold : light.ink,
        ...(isFirst && { backgroundColor: light.gold, borderRadius: 15 }),
      }}
    >
      {rank}
    </span>
  )
}

function Cover({ track }: { track: Track }) {
  const { artwork, spotify_track_id: id } = track
  if (!artwork) {
    const colour = pickBySeed<string>(sleeveColours, id)
    return (
      <div
        className="sleeve"
        style={{ width: 64, height: 64, backgroundColor: colour, borderRadius: 4 }}
      />
    )
  }
  return (
    <Img
      src={artwork}
      alt="Cover"
      width={64}
      height={64}
      // Keeps React from adding a preload link to the head.
      fetchPriority="low"
      className="sunken"
      style={{
        ...font(11, 14),
        backgroundColor: light.sunken,
        borderRadius: 4,
        objectFit: 'contain',
      }}
    />
  )
}

const fixedLayout = { tableLayout: 'fixed' } as const

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

const trackLine = (track: Track) =>
  `${track.rank}. ${[trackTitle(track), track.artist]
    .filter(text => text !== null)
    .map(oneLine)
    .join(' – ')}`

const trackText = (track: Track) => `${trackLine(track)}\n${trackLinkOf(track.spotify_track_id)}`

const quote = (note: string) =>
  note
    .split(/\r\n?|\n/)
    .map(line => `> ${oneLine(line)}`)
    .join('\n')
