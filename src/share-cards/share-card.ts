import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type CardFormat, cardEndings } from './card-format.shared.ts'

export type ShareCard = {
  brand: string
  /** The page's URL as it is read: without the scheme. */
  address: string
  title: string
  details: string[]
  note: string | null
  /** A member's picture; `hash` is null for one with an initial. Null for the card of a track. */
  avatar: { name: string; hash: string | null } | null
  tracks: CardTrack[]
  /** What a poster shows; null for other cards. */
  chart: CardChart | CardYears | CardShelf | null
}

/** Pixels of a poster's chart; every rank has a row. */
export const chartSize = { width: 500, height: 1050, ranks: 7, margin: 14 }

export type CardChart = {
  /** The number of the newest drop. It is not drawn: it gives the file a new name with each drop. */
  newest: number
  drops: number
  lines: { path: string; rank: number | null }[]
  years: { x: number; year: number }[]
}

/** The width of a poster's years, and the height of all together, in pixels. */
export const yearsSize = { width: 920, height: 840, label: 52 }

/** A row for a year of a long history, with the title that was number one the longest. */
export type CardYear = {
  year: number
  numberOne: string
  height: number
  lines: { path: string; isNumberOne: boolean }[]
}

/** The rows of a long history, oldest first. */
export type CardYears = { newest: number; rows: CardYear[] }

/** A spine for each drop in the color of its number one, oldest first. */
export type CardShelf = { spines: { number: number; color: string }[] }

export type CardTrack = { id: string; title: string | null; artist: string | null }

type ListCard = Omit<ShareCard, 'avatar' | 'tracks' | 'chart'> & {
  username: string
  avatar: string | null
  tracks: { spotify_track_id: string; title: string | null; artist: string | null }[]
}

export const listCard = ({ username, avatar, tracks, ...text }: ListCard): ShareCard => ({
  ...text,
  avatar: { name: username, hash: avatar && basename(avatar, '.jpg') },
  tracks: tracks.map(({ spotify_track_id: id, title, artist }) => ({ id, title, artist })),
  chart: null,
})

/** `radr.example/mira`, as people read and type it. */
export const readableAddress = (publicUrl: string, path: string) =>
  (publicUrl + path).replace(/^https?:\/\//, '')

/** Changes when cards are drawn in another way, so that browsers and previews ask for the new ones. */
const version = 8

/** The file name of a card: a hash of its content before `addDrawing`, so that what is behind a URL never changes. */
export function cardFile(card: ShareCard, format: CardFormat = 'wide'): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, card]))
    .digest('base64url')
  return hash.slice(0, 20) + cardEndings[format]
}
