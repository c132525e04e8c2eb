import { MailTable } from '../mail/layout/mail-parts.tsx'
import { light } from '../mail/layout/mail-theme.ts'
import { oneLine } from '../mail/layout/plain-text.ts'
import { trackTitle } from '../tracks/screens/track-title.ts'
import { sevenLayout } from '../tracks/seven-layout.shared.ts'
import type { Track } from '../tracks/tracks.schemas.ts'
import { palette } from '../ui/colors.ts'
import { pickBySeed } from '../ui/seeded-random.ts'

export type MailedCover = Pick<Track, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>

type CoverProps = { cover: MailedCover; width: number; alt: string }

/** As wide as its cell; `width` in pixels is for Outlook, which knows no other. */
export function MailCover({ cover: { artwork, spotify_track_id }, width, alt }: CoverProps) {
  if (!artwork)
    return (
      <MailTable width="100%" style={{ width: '100%' }}>
        <tr>
          <td
            height={width}
            style={{
              height: width,
              backgroundColor: pickBySeed(palette, spotify_track_id).background,
            }}
          />
        </tr>
      </MailTable>
    )
  return (
    <img
      src={artwork}
      alt={alt}
      width={width}
      // Keeps React from adding a preload link to the head.
      fetchPriority="low"
      className="sunken"
      style={{ display: 'block', width: '100%', border: 0, backgroundColor: light.sunken }}
    />
  )
}

type StripProps = {
  covers: MailedCover[]
  /** In pixels, where there is room. */
  width: number
  /** Where nothing beside the strip names the tracks. */
  isNamed?: boolean
}

/** The seven covers of a list in two rows, number one large. */
export function MailStrip({ covers, width, isNamed = false }: StripProps) {
  const { columns, rows, places } = sevenLayout('strip', covers.length)
  const cell = width / columns
  return (
    <MailTable width="100%" style={{ width: '100%', maxWidth: width }}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are never moved
        <tr key={row}>
          {places.map(([, y, side], index) => {
            if (y !== row) return null
            const cover = covers[index]
            return (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: places are never moved
                key={index}
                {...(side > 1 && { colSpan: side, rowSpan: side })}
                width={`${(100 * side) / columns}%`}
                style={{ padding: 1 }}
              >
                {cover && (
                  <MailCover
                    cover={cover}
                    width={cell * side - 2}
                    alt={isNamed ? titleAndArtist(cover) : ''}
                  />
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </MailTable>
  )
}

export const titleAndArtist = (track: Omit<MailedCover, 'artwork'>) =>
  [trackTitle(track), track.artist]
    .filter(text => text !== null)
    .map(oneLine)
    .join(' – ')
