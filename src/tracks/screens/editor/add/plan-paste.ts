import type { PastedItem } from '../../../../spotify/links/read-paste.shared.ts'
import { trackTitle } from '../../../../spotify/track-title.shared.ts'
import type { NewTrack } from '../local-edits.ts'

export type Found =
  | { state: 'looking' }
  | { state: 'found'; track: NewTrack }
  | { state: 'refused'; reason: string }

export type PlannedRow =
  | { state: 'looking'; text: string }
  | { state: 'ready'; track: NewTrack }
  | { state: 'left out'; text: string; reason: string }

export type PastePlan = {
  rows: PlannedRow[]
  tracks: NewTrack[]
  isLooking: boolean
  leftOut: number
  /** Links that could be added if the list had more places; they have no row. */
  withoutRoom: number
}

export type List = { trackIds: string[]; room: number }

/** Decides which parts of a paste fill the empty places of the list, in order, and why the others do not. */
export function planPaste(
  items: PastedItem[],
  foundOf: (item: PastedItem) => Found,
  { trackIds, room }: List,
): PastePlan {
  const rows: PlannedRow[] = []
  const taken = new Set<string>()
  let withoutRoom = 0
  for (const item of items) {
    const row = rowOf(item, foundOf(item), trackIds, taken)
    if (row.state === 'ready') taken.add(row.track.spotify_track_id)
    const places = rows.filter(({ state }) => state !== 'left out').length
    if (row.state !== 'left out' && places >= room) withoutRoom++
    else rows.push(row)
  }
  return {
    rows,
    tracks: rows.flatMap(row => (row.state === 'ready' ? [row.track] : [])),
    isLooking: rows.some(({ state }) => state === 'looking'),
    leftOut: rows.filter(({ state }) => state === 'left out').length + withoutRoom,
    withoutRoom,
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
  const title = [trackTitle(track), track.artist].filter(Boolean).join(' · ')
  if (onList.includes(track.spotify_track_id)) return leftOut(title, duplicate)
  if (taken.has(track.spotify_track_id)) return leftOut(title, 'pasted twice')
  return { state: 'ready', track }
}

const duplicate = 'already on your list'

export const partsLeftOut = (count: number) =>
  count === 1 ? '1 part is left out' : `${count} parts are left out`
