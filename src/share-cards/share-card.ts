import { createHash } from 'node:crypto'
import { basename } from 'node:path'

/** In pixels, as previews of links expect it. */
export const cardSize = { width: 1200, height: 630 }

/** What is drawn on a share card. */
export type ShareCard = {
  brand: string
  /** The largest text: a name, or a track's title. */
  title: string
  /** The lines under it, such as the number and date of a drop. */
  details: string[]
  /** A member's picture; `hash` is null for one with an initial. Null for a card without a member. */
  avatar: { name: string; hash: string | null } | null
  /** At most seven in order, or one that fills the card. */
  tracks: CardTrack[]
}

export type CardTrack = { id: string; title: string | null; artist: string | null }

type ListCard = Pick<ShareCard, 'brand' | 'title' | 'details'> & {
  username: string
  /** Address of the member's picture. */
  avatar: string | null
  tracks: { spotify_track_id: string; title: string | null; artist: string | null }[]
}

/** The card of a member's list as it is now or was in a drop. */
export const listCard = ({ username, avatar, tracks, ...text }: ListCard): ShareCard => ({
  ...text,
  avatar: { name: username, hash: avatar && basename(avatar, '.jpg') },
  tracks: tracks.map(({ spotify_track_id: id, title, artist }) => ({ id, title, artist })),
})

/** Changes when cards are drawn in another way, so that browsers and previews ask for the new ones. */
const version = 1

/** The file name of a card: a hash of its content, so that what is behind an address never changes. */
export function cardFile(card: ShareCard): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, card]))
    .digest('base64url')
  return `${hash.slice(0, 20)}.png`
}
