import { Column, Img, Section, Text } from 'react-email'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailLink,
  MailSmall,
} from '../mail/layout/mail-layout.tsx'
import { mailText, oneLine } from '../mail/layout/mail-text.ts'
import { light, type } from '../mail/layout/mail-theme.ts'
import type { MailTemplate } from '../mail/layout/render-mail.ts'
import { titleOf } from '../tracks/screens/track-words.ts'
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
  /** Page that stops these mails; null in a test drop, which nobody follows. */
  unsubscribeLink: string | null
  /** Why this person gets it, as a sentence. */
  reason: string
}

/** Made once for a drop; tokens in it are replaced for each recipient, so every value stands as given. */
export function dropMail(content: DropMail): MailTemplate {
  const { brand, username, dropNumber, note, dropLink, unsubscribeLink, reason } = content
  const headline = `@${username} dropped ${brand} #${dropNumber}`
  const test = unsubscribeLink === null
  const subject = test ? `Test: ${headline}` : headline
  const tracks = content.tracks.toSorted((a, b) => a.rank - b.rank)
  const listen = `Listen on ${brand}`
  const testNotice = 'This is a test. It went to you alone and nothing was published.'
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={[note, ...tracks.slice(0, 3).map(lineOf)].filter(Boolean).join(' · ')}
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
        {test && <MailSmall>{testNotice}</MailSmall>}
        <MailHeading>
          @{username} dropped {brand}&nbsp;#{dropNumber}
        </MailHeading>
        {note && <NoteBlock note={note} />}
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={oneWidth}>
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
      test ? testNotice : null,
      note ? quoted(note) : null,
      tracks.map(textOf).join('\n\n'),
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
          ...type(18, 26),
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
          style={{ ...type(16, 22), color: light.ink, textDecorationLine: 'none' }}
        >
          <bdi style={{ fontWeight: 700, wordBreak: 'break-word' }}>{titleOf(track)}</bdi>
          {track.artist && (
            <>
              <br />
              <bdi className="muted" style={{ ...type(14, 20), color: light.muted }}>
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
  const top = rank === 1
  return (
    <span
      className={top ? 'gold' : 'ink'}
      style={{
        ...type(top ? 16 : 18, 30),
        display: 'inline-block',
        width: 30,
        textAlign: 'center',
        fontWeight: 800,
        color: top ? light.onGold : light.ink,
        ...(top && { backgroundColor: light.gold, borderRadius: 15 }),
      }}
    >
      {rank}
    </span>
  )
}

function Cover({ track }: { track: Track }) {
  const { artwork, spotify_track_id: id } = track
  if (!artwork) {
    const colour = pickBySeed<string>(sleeves, id)
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
      // React would ask for it ahead of time by a link in the head.
      fetchPriority="low"
      className="sunken"
      style={{
        ...type(11, 14),
        backgroundColor: light.sunken,
        borderRadius: 4,
        objectFit: 'contain',
      }}
    />
  )
}

const oneWidth = { tableLayout: 'fixed' } as const

/** The sleeves of theme.css. */
const sleeves = [
  '#1e3a6e',
  '#8a2f3c',
  '#1f5c57',
  '#5b3a7a',
  '#99451f',
  '#44592b',
  '#84296a',
] as const

const lineOf = (track: Track) =>
  `${track.rank}. ${[titleOf(track), track.artist]
    .filter(words => words !== null)
    .map(oneLine)
    .join(' – ')}`

const textOf = (track: Track) => `${lineOf(track)}\n${trackLinkOf(track.spotify_track_id)}`

const quoted = (note: string) =>
  note
    .split(/\r\n?|\n/)
    .map(line => `> ${oneLine(line)}`)
    .join('\n')
