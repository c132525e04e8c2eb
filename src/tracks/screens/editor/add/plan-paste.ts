import type { PastedItem } from '../../../../spotify/links/read-paste.shared.ts'
import { trackTitle } from '../../../../spotify/track-title.shared.ts'
import { maxTracks } from '../../../tracks.shared.ts'
import type { NewTrack, Row } from '../local-edits.ts'

export type Found =
  | { state: 'looking' }
  | { state: 'found'; track: NewTrack }
  | { state: 'refused'; reason: string }

export type LeftOut = { state: 'left out'; text: string; reason: string }

export type PlannedRow =
  | { state: 'looking'; text: string }
  | { state: 'ready'; track: NewTrack }
  | LeftOut

/** A row for each part of the paste; `tracks` and `leftOut` are those of the rows that are ready or left out. */
export type PastePlan = {
  rows: PlannedRow[]
  tracks: NewTrack[]
  isLooking: boolean
  leftOut: LeftOut[]
}

/** `noRoom` is the reason against tracks beyond the room. */
export type List = { trackIds: string[]; room: number; noRoom: string }

/** What a paste may fill: the empty places, or the place of the track that is swapped. */
export const listToFill = (rows: Row[], replaced: Row | undefined): List => ({
  trackIds: rows.map(row => row.spotify_track_id),
  room: replaced ? 1 : maxTracks - rows.length,
  noRoom: replaced
    ? 'no room: tracks are swapped one at a time'
    : 'no room: there are seven places',
})

/** Decides which parts of a paste fill the empty places of the list, in order, and why the others do not. */
export function planPaste(
  items: PastedItem[],
  foundOf: (item: PastedItem) => Found,
  { trackIds, room, noRoom }: List,
): PastePlan {
  const rows: PlannedRow[] = []
  const taken = new Set<string>()
  let places = 0
  for (const item of items) {
    const row = rowOf(item, foundOf(item), trackIds, taken)
    if (row.state === 'ready') taken.add(row.track.spotify_track_id)
    if (row.state === 'left out') rows.push(row)
    else if (places++ < room) rows.push(row)
    else rows.push({ state: 'left out', text: textOf(row), reason: noRoom })
  }
  return {
    rows,
    tracks: rows.flatMap(row => (row.state === 'ready' ? [row.track] : [])),
    isLooking: rows.some(({ state }) => state === 'looking'),
    leftOut: rows.filter(row => row.state === 'left out'),
  }
}

function rowOf(item: PastedItem, found: Found, onList: string[], taken: Set<string>): PlannedRow {
  const leftOut = (text: string, reason: string) => ({ state: 'left out', text, reason }) as const
  if (item.kind === 'unusable') return leftOut(item.text, item.reason)
  if (found.state === 'refused') return leftOut(item.link, found.reason)
  if (found.state === 'looking') {
    const isKnown = item.kind === 'track' && onList.includes(item.trackId)
    return isKnown ? leftOut(item.link, duplicate) : { state: 'looking', text: item.link }
  }
  const { track } = found
  const ready = { state: 'ready', track } as const
  if (onList.includes(track.spotify_track_id)) return leftOut(textOf(ready), duplicate)
  if (taken.has(track.spotify_track_id)) return leftOut(textOf(ready), 'pasted twice')
  return ready
}

const textOf = (row: Exclude<PlannedRow, LeftOut>): string =>
  row.state === 'looking'
    ? row.text
    : [trackTitle(row.track), row.track.artist].filter(Boolean).join(' · ')

const duplicate = 'already on your list'

export const partsLeftOut = ({ length }: LeftOut[]) =>
  length === 1 ? '1 part is left out' : `${length} parts are left out`
