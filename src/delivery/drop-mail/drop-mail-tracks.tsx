import { MailTable } from '../../mail/layout/mail-parts.tsx'
import { font, light } from '../../mail/layout/mail-theme.ts'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { titleAndArtist } from '../../tracks/list-mail-covers.tsx'
import { movementMark } from '../../tracks/movement/movement.shared.ts'
import type { DropTrack, LeftTrack } from '../../tracks/tracks.schemas.ts'

export type MailedTrack = Pick<
  DropTrack,
  'spotify_track_id' | 'rank' | 'title' | 'artist' | 'artwork' | 'color' | 'movement'
>

export type MailedLeft = Pick<LeftTrack, 'spotify_track_id' | 'rank' | 'title' | 'artist'>

type TrackTableProps = {
  tracks: MailedTrack[]
  /** The rank of the song that the recipient has sent. */
  yourRank: number | null | undefined
}

export function TrackTable({ tracks, yourRank }: TrackTableProps) {
  return (
    <MailTable width="100%" style={{ width: '100%' }}>
      {tracks.map(track => (
        <TrackRow key={track.rank} track={track} isYours={track.rank === yourRank} />
      ))}
    </MailTable>
  )
}

export const trackLine = (track: MailedTrack) => `${track.rank}. ${titleAndArtist(track)}`

/** The track with how it moved, and its URL on a line of its own. */
export const trackLines = (track: MailedTrack, yourRank?: number | null) =>
  [
    [trackLine(track), track.rank === yourRank ? fromYou : movementOf(track)]
      .filter(Boolean)
      .join(' · '),
    trackLinkOf(track.spotify_track_id),
  ].join('\n')

/** Said instead of "new" to the follower who sent the track. */
const fromYou = 'from you'

/** "▲ up 2 places", "new"; null on a first drop, and for tracks that stayed, so that moves stand out. */
function movementOf({ movement }: MailedTrack): string | null {
  const moved = movementMark(movement)
  if (!moved || movement.kind === 'same') return null
  const arrow = /^[▲▼]/.exec(moved.mark)?.[0]
  return arrow ? `${arrow} ${moved.label}` : moved.label
}

/** "Out: Title – Artist, was 3", as the drop's page says it; null if none left. */
export const leftLine = (left: MailedLeft[]) =>
  left.length === 0
    ? null
    : `Out: ${left.map(track => `${titleAndArtist(track)}, was ${track.rank}`).join('; ')}`

function TrackRow({ track, isYours }: { track: MailedTrack; isYours: boolean }) {
  const { rank, artist } = track
  const movement = isYours ? <strong>{fromYou}</strong> : movementOf(track)
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
      <td
        className="rule"
        style={{ padding: '10px 0', ...(rank > 1 && { borderTop: `1px solid ${light.line}` }) }}
      >
        <p
          dir="auto"
          style={{ ...trackText, ...(rank === 1 ? font(20, 28, 700) : font(16, 22, 700)) }}
        >
          <a
            href={trackLinkOf(track.spotify_track_id)}
            className="ink"
            style={{ color: light.ink, textDecoration: 'none' }}
          >
            {trackTitle(track)}
          </a>
        </p>
        {(artist || movement) && (
          <p className="muted" style={{ ...trackText, ...font(14, 20), color: light.muted }}>
            {/* Isolated, so that a name that is written from right to left does not reorder the line. */}
            {artist && <span dir="auto">{artist}</span>}
            {artist && movement && ' · '}
            {movement}
          </p>
        )}
      </td>
    </tr>
  )
}

/** The text stands beside its number in every script. */
const trackText = { margin: 0, textAlign: 'left' } as const

/** Has a cell of its own, because Outlook gives no other element a size and a background. */
export function FirstRank() {
  const size = 30
  return (
    <MailTable>
      <tr>
        <td
          className="gold"
          width={size}
          height={size}
          align="center"
          style={{
            ...font(16, size, 800),
            width: size,
            height: size,
            backgroundColor: light.gold,
            borderRadius: size / 2,
            color: light.onGold,
          }}
        >
          1
        </td>
      </tr>
    </MailTable>
  )
}
