import type { DropMovement } from '../../contract/movement.schemas.ts'
import { MailLayout, previewText } from '../../mail/layout/mail-layout.tsx'
import {
  ConfirmForNotes,
  confirmForNotesText,
  MailButton,
  MailHeading,
  MailLines,
  MailParagraph,
  MailSettings,
  type MailSettingsLinks,
  MailSmall,
  mailSettingsText,
} from '../../mail/layout/mail-parts.tsx'
import { font, light } from '../../mail/layout/mail-theme.ts'
import { mailText, oneLine } from '../../mail/layout/plain-text.ts'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'
import { type MailedSong, yourSongIs } from '../../returned-songs/returned-songs.shared.ts'
import { MailHead } from '../../tracks/list-mail-covers.tsx'
import { movementLine } from '../../tracks/movement/movement.shared.ts'
import { LinkedText } from '../../ui/text/linked-text.tsx'
import { darkColor, lightColor } from '../../ui/theme/colors.ts'
import { backgroundsOf, edgeOf } from '../../ui/theme/cover-backgrounds.ts'
import {
  leftLine,
  type MailedLeft,
  type MailedTrack,
  TrackTable,
  trackLine,
  trackLines,
} from './drop-mail-tracks.tsx'
import { SongLink, songLinkText } from './song-mail-link.tsx'

export type DropMail = {
  brand: string
  username: string
  dropNumber: number
  note: string | null
  /** Shown instead of the note until the recipient has confirmed the email. */
  confirmLink: string | null
  tracks: MailedTrack[]
  movement: DropMovement
  left: MailedLeft[]
  dropLink: string
  /** Null for a recipient or member without songs in answer. */
  song: MailedSong | null
  settings: MailSettingsLinks | null
  /** A sentence that says why the recipient gets the mail. */
  reason: string
}

/** The mail of a drop. Values may be placeholders, so none is changed except for HTML escaping. */
export function dropMail(content: DropMail): MailTemplate {
  const { brand, username, dropNumber, note, confirmLink, dropLink, song, settings, reason } =
    content
  const headline = `@${username} dropped ${brand} #${dropNumber}`
  const isTest = settings === null
  const subject = isTest ? `Test: ${headline}` : headline
  const tracks = content.tracks.toSorted((a, b) => a.rank - b.rank)
  const moved = movementLine(content.movement)
  const left = leftLine(content.left)
  const yourSong = song?.rank ? yourSongIs(song.rank) : null
  const listen = `Listen on ${brand}`
  const testNotice = 'This is a test. It went to you alone and nothing was published.'
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={previewText(
          [yourSong, note, ...tracks.slice(0, 3).map(trackLine)].filter(Boolean).join(' · '),
        )}
        band={bandOf(tracks[0])}
        footer={
          <>
            <MailSmall>{reason}</MailSmall>
            {settings && <MailSettings {...settings} />}
          </>
        }
      >
        {isTest && <MailSmall>{testNotice}</MailSmall>}
        <MailHeading>
          {`@${username}`} dropped {brand}&nbsp;#{dropNumber}
        </MailHeading>
        {yourSong && <MailParagraph style={{ fontWeight: 700 }}>{yourSong}</MailParagraph>}
        {note && <NoteBlock note={note} />}
        {confirmLink && <ConfirmForNotes link={confirmLink} />}
        <MailHead covers={tracks} />
        {moved && <MailParagraph style={{ margin: '16px 0 8px' }}>{moved}</MailParagraph>}
        <TrackTable tracks={tracks} yourRank={song?.rank} />
        {left && <MailSmall style={{ margin: '8px 0 0' }}>{left}</MailSmall>}
        <MailButton href={dropLink}>{listen}</MailButton>
        {song && <SongLink username={username} href={song.link} />}
        <MailSmall style={{ margin: '8px 0 0' }}>
          Covers and titles come from Spotify, and open there.
        </MailSmall>
      </MailLayout>
    ),
    text: mailText(
      headline,
      isTest ? testNotice : null,
      yourSong,
      note ? quote(note) : null,
      confirmLink && confirmForNotesText(confirmLink),
      moved,
      tracks.map(track => trackLines(track, song?.rank)).join('\n\n'),
      left,
      `${listen}: ${dropLink}`,
      song && songLinkText(username, song.link),
      settings ? `${reason}\n${mailSettingsText(settings)}` : reason,
    ),
  }
}

/** The background that pages have in the colors of number one's cover, where it differs from the sheet of the mail. */
function bandOf(first: MailedTrack | undefined) {
  if (!first?.color) return null
  const { light: background } = backgroundsOf(first.color)
  const on = (colorOf: typeof lightColor) =>
    `#${edgeOf(background, [colorOf('canvas').slice(1), colorOf('surface').slice(1)])}`
  return { light: on(lightColor), dark: on(darkColor) }
}

function NoteBlock({ note }: { note: string }) {
  return (
    <p
      dir="auto"
      className="ink"
      style={{ ...font(20, 28, 700), color: light.ink, margin: '0 0 20px' }}
    >
      <MailLines text={note} render={linkUrls} />
    </p>
  )
}

/** The color that the specification gives to links needs a dark background. */
const linkUrls = (line: string) => (
  <LinkedText
    text={line}
    className="night"
    style={{ backgroundColor: light.night, color: light.link, textDecoration: 'underline' }}
  />
)

const quote = (note: string) =>
  note
    .split(/\r\n?|\n/)
    .map(line => `> ${oneLine(line)}`)
    .join('\n')
