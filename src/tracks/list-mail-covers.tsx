import type { ReactNode } from 'react'
import { MailTable } from '../mail/layout/mail-parts.tsx'
import { contentWidth } from '../mail/layout/mail-theme.ts'
import { oneLine } from '../mail/layout/plain-text.ts'
import { largeCover } from '../spotify/covers/cover-size.shared.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { trackTitle } from '../spotify/track-title.shared.ts'
import { palette } from '../ui/theme/colors.ts'
import { pickBySeed } from '../ui/theme/pick-by-seed.ts'
import { sevenLayout } from './seven-layout.shared.ts'
import type { Track } from './tracks.schemas.ts'

export type MailedCover = Pick<Track, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>

/** Number one as wide as the mail, and the others in a row below it, in the order of the list. */
export function MailHead({ covers: [first, ...others] }: { covers: MailedCover[] }) {
  return (
    <>
      {first?.artwork && (
        <CoverLink cover={first}>
          <Picture
            artwork={largeCover(first.artwork)}
            alt={titleAndArtist(first)}
            width={contentWidth}
          />
        </CoverLink>
      )}
      {others.some(({ artwork }) => artwork) && (
        <MailTable width="100%" cellPadding={1} style={{ width: '100%', margin: '3px 0 0' }}>
          <tr style={{ verticalAlign: 'top' }}>
            {Array.from({ length: othersInRow }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places are never moved
              <Cell key={index} cover={others[index]} percent={100 / othersInRow}>
                {cover => (
                  <CoverLink cover={cover}>
                    <Picture
                      artwork={cover.artwork}
                      alt={titleAndArtist(cover)}
                      width={contentWidth / othersInRow - 2}
                    />
                  </CoverLink>
                )}
              </Cell>
            ))}
          </tr>
        </MailTable>
      )}
    </>
  )
}

const othersInRow = 6

type StripProps = {
  covers: MailedCover[]
  /** Pixels, if there is room. */
  width: number
  /** The pictures name the tracks, because nothing beside the strip does. */
  isNamed?: boolean
}

/** The covers of a list in two rows, number one large. */
export function MailStrip({ covers, width, isNamed = false }: StripProps) {
  if (!covers.some(({ artwork }) => artwork)) return null
  const { columns, rows, places } = sevenLayout('strip', covers.length)
  return (
    <MailTable width="100%" cellPadding={1} style={{ width: '100%', maxWidth: width }}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are never moved
        <tr key={row} style={{ verticalAlign: 'top' }}>
          {places.map(([x, y, side], index) =>
            y === row ? (
              <Cell
                key={x}
                cover={covers[index]}
                percent={(100 * side) / columns}
                {...(side > 1 && { span: side })}
              >
                {cover => (
                  <Picture
                    artwork={cover.artwork}
                    alt={isNamed ? titleAndArtist(cover) : ''}
                    width={(width * side) / columns - 2}
                  />
                )}
              </Cell>
            ) : null,
          )}
        </tr>
      ))}
    </MailTable>
  )
}

type PicturedCover = MailedCover & { artwork: string }

type CellProps = {
  cover: MailedCover | undefined
  percent: number
  span?: number
  children: (cover: PicturedCover) => ReactNode
}

/** A cell is as high as those beside it. Without a picture it has the color of the cover that pages generate. */
function Cell({ cover, percent, span, children }: CellProps) {
  const artwork = cover?.artwork
  const backgroundColor =
    cover && !artwork ? pickBySeed(palette, cover.spotify_track_id).background : undefined
  return (
    <td
      width={`${Math.floor(percent)}%`}
      {...(span && { colSpan: span, rowSpan: span })}
      {...(backgroundColor && { style: { backgroundColor } })}
    >
      {cover && artwork && children({ ...cover, artwork })}
    </td>
  )
}

const CoverLink = ({ cover, children }: { cover: MailedCover; children: ReactNode }) => (
  <a href={trackLinkOf(cover.spotify_track_id)} style={{ textDecoration: 'none' }}>
    {children}
  </a>
)

/** A picture is as wide as its cell; `width` in pixels is for Outlook, which knows no other. */
const Picture = ({ artwork, alt, width }: { artwork: string; alt: string; width: number }) => (
  <img
    src={artwork}
    alt={alt}
    width={Math.floor(width)}
    // Keeps React from adding a preload link, and is deleted by `renderHtml`.
    fetchPriority="low"
    {...(alt && { className: 'muted' })}
    style={{ display: 'block', width: '100%', border: 0 }}
  />
)

export const titleAndArtist = (track: Omit<MailedCover, 'artwork'>) =>
  [trackTitle(track), track.artist]
    .filter(text => text !== null)
    .map(oneLine)
    .join(' – ')
