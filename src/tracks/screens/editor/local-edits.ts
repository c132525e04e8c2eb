import { browserValue } from '../../../members/screens/browser-state.ts'
import { trackLinkOf } from '../../../spotify/page-links.shared.ts'
import type { DisplayedTrack, Track } from '../../tracks.schemas.ts'
import { maxTracks } from '../../tracks.shared.ts'

/** A track as it is added: what is known of it before it is saved. */
export type NewTrack = Pick<
  DisplayedTrack,
  'spotify_track_id' | 'title' | 'artist' | 'artwork' | 'color'
>

export type Row = DisplayedTrack & {
  /** Negative for a track that is not saved yet. */
  id: number
  spotify_track_url: string
  rank: number
  via: string | null
  isTemp: boolean
  removed: boolean
  /** The time of its last move that is not saved, in milliseconds; `addedMoveTime` for one that was added; else 0. */
  movedAt: number
}

export type Edits = {
  saved: Track[]
  /** When `saved` was read from the server, in milliseconds: another tab may know a newer list. */
  readAt: number
  rows: Row[]
  /** Ids of saved tracks to delete that have no row, because they were swapped or added again. */
  deletedIds: number[]
  lastTempId: number
}

export type Edit =
  | { type: 'add'; track: NewTrack }
  | { type: 'remove' | 'undo'; id: number }
  | { type: 'move'; from: number; to: number; at: number }
  | { type: 'swap'; id: number; track: NewTrack }
  | { type: 'cancel' }

export function startEdits(tracks: Track[], readAt = 0): Edits {
  return { saved: tracks, readAt, rows: tracks.map(rowOf), deletedIds: [], lastTempId: 0 }
}

/** Returns the same object for an edit that is not possible. */
export function applyEdit(edits: Edits, edit: Edit): Edits {
  switch (edit.type) {
    case 'add':
      return add(edits, edit.track)
    case 'remove':
      return setRemoved(edits, edit.id, true)
    case 'undo':
      return isFull(edits) ? edits : setRemoved(edits, edit.id, false)
    case 'move':
      return move(edits, edit)
    case 'swap':
      return swap(edits, edit.id, edit.track)
    case 'cancel':
      return startEdits(edits.saved, edits.readAt)
  }
}

/** The edits on top of a new list from the server. */
export function withNewList(edits: Edits, tracks: Track[], readAt: number): Edits {
  const theirs = startEdits(tracks, readAt)
  return isPristine(edits) ? theirs : rebase(edits, startEdits(edits.saved), theirs)
}

export const present = (edits: Edits) => edits.rows.filter(row => !row.removed)

export const isFull = (edits: Edits) => present(edits).length >= maxTracks

export const duplicateOf = (edits: Edits, spotifyTrackId: string) =>
  present(edits).find(row => row.spotify_track_id === spotifyTrackId)

export const pendingDeletions = (edits: Edits) => [
  ...edits.deletedIds,
  ...edits.rows.filter(row => row.removed && !row.isTemp).map(row => row.id),
]

export function hasUnsavedChanges(edits: Edits): boolean {
  const now = present(edits)
  return (
    now.length !== edits.saved.length || now.some((row, index) => row.id !== edits.saved[index]?.id)
  )
}

/** Whether there is nothing to save, and no removed row that can be taken back. */
export const isPristine = (edits: Edits) =>
  !hasUnsavedChanges(edits) && edits.rows.length === edits.saved.length

function add(edits: Edits, track: NewTrack): Edits {
  if (isFull(edits) || duplicateOf(edits, track.spotify_track_id)) return edits
  const { rows, deletedIds } = withoutRemoved(edits, track.spotify_track_id)
  const id = edits.lastTempId - 1
  return {
    ...edits,
    rows: ranked([...rows, temporary(id, track)]),
    deletedIds,
    lastTempId: id,
  }
}

function swap(edits: Edits, oldId: number, track: NewTrack): Edits {
  const old = edits.rows.find(row => row.id === oldId && !row.removed)
  if (!old || duplicateOf(edits, track.spotify_track_id)) return edits
  const { rows, deletedIds } = withoutRemoved(edits, track.spotify_track_id)
  const id = edits.lastTempId - 1
  return {
    ...edits,
    rows: ranked(rows.map(row => (row.id === oldId ? temporary(id, track) : row))),
    deletedIds: old.isTemp ? deletedIds : [...deletedIds, old.id],
    lastTempId: id,
  }
}

function setRemoved(edits: Edits, id: number, removed: boolean): Edits {
  const rows = edits.rows.map(row => (row.id === id ? { ...row, removed } : row))
  return { ...edits, rows: ranked(rows) }
}

function move(edits: Edits, { from, to, at }: Extract<Edit, { type: 'move' }>): Edits {
  const { length } = edits.rows
  if (from === to || from < 0 || from >= length || to < 0 || to >= length) return edits
  const rows = moved(edits.rows, from, to)
  return {
    ...edits,
    rows: rows.map((row, index) => (index === to ? { ...row, movedAt: at } : row)),
  }
}

function moved(rows: Row[], from: number, to: number): Row[] {
  const row = rows.slice(from, from + 1)
  return ranked(rows.toSpliced(from, 1).toSpliced(to, 0, ...row))
}

export const ranksAfterMove = (rows: Row[], from: number, to: number) =>
  new Map(moved(rows, from, to).map(({ id, rank }) => [id, rank]))

/** The rank of a row once it is moved. Removed rows have none, so it is not the index. */
export const rankAfterMove = (rows: Row[], from: number, to: number): number =>
  moved(rows, from, to)[to]?.rank ?? 0

/**
 * Applies to `theirs` the edits that lead from `base` to `mine`. `base` is a saved list, or the edits that a save has sent,
 * which have new, moved and removed rows themselves. The rows of a list are known by their Spotify ids. Each row of `mine`:
 *
 * | in `theirs` | in `base` | result                                                                              |
 * | ----------- | --------- | ----------------------------------------------------------------------------------- |
 * | yes         | yes or no | the row of `theirs`, removed and moved as in `mine` where that differs from `base` |
 * | no          | no        | the new row of `mine`                                                               |
 * | no          | yes       | none, as it was removed there; a new row if `mine` undid its removal                |
 */
export function rebase(mine: Edits, base: Edits, theirs: Edits): Edits {
  const find = (list: Edits, row: Row) => sameTrack(list.rows, row, mine.deletedIds)
  let lastTempId = Math.min(mine.lastTempId, theirs.lastTempId)
  const own = mine.rows.flatMap(row => {
    const inBase = find(base, row)
    const inTheirs = find(theirs, row)
    // New here, and not the row that a save has sent: one that was removed and added again during the save is another row.
    const isAddedHere = row.isTemp && row.id !== inBase?.id
    const isMoved = !inBase || isAddedHere || (row.movedAt > 0 && row.movedAt !== inBase.movedAt)
    const removalChanged = row.removed !== (inBase?.removed ?? false)
    if (inTheirs) {
      const removed = removalChanged ? row.removed : inTheirs.removed
      const movedAt = isMoved ? row.movedAt || (isAddedHere ? addedMoveTime : 0) : inTheirs.movedAt
      return [{ isMoved, row: { ...inTheirs, removed, movedAt } }]
    }
    if (!inBase) return row.isTemp ? [{ isMoved, row }] : []
    return removalChanged && !row.removed
      ? [{ isMoved: true, row: temporary(--lastTempId, row) }]
      : []
  })
  // No row of `mine` is one that it deletes.
  const dropped = base.rows.filter(row => !sameTrack(mine.rows, row, []))
  const gone = new Set([
    ...mine.deletedIds,
    ...theirs.deletedIds,
    ...dropped.flatMap(row => find(theirs, row)?.id ?? []),
  ])
  return {
    saved: theirs.saved,
    readAt: theirs.readAt,
    rows: ranked(inOrder(own, theirs.rows, gone)),
    deletedIds: theirs.saved.map(({ id }) => id).filter(id => gone.has(id)),
    lastTempId,
  }
}

/** The server appends a track that is added, so it is moved to its place: before all real moves. */
const addedMoveTime = 1

/** The row of the same track. The saved row of a track that was removed and added again is to be deleted, and is not the new row's. */
const sameTrack = (candidates: Row[], wanted: Row, deletedIds: number[]) =>
  candidates.find(
    ({ id, spotify_track_id }) =>
      spotify_track_id === wanted.spotify_track_id && !(wanted.isTemp && deletedIds.includes(id)),
  )

/** What was moved here stands behind the row that it was moved behind; the rest is in the order of `theirs`. */
function inOrder(own: { row: Row; isMoved: boolean }[], theirs: Row[], gone: Set<number>): Row[] {
  const ownById = new Map(own.map(each => [each.row.id, each]))
  const rows = theirs.flatMap(row => {
    const each = ownById.get(row.id)
    if (each) return each.isMoved ? [] : [each.row]
    return gone.has(row.id) ? [] : [row]
  })
  for (const [index, { row, isMoved }] of own.entries()) {
    const before = own[index - 1]?.row
    if (isMoved) rows.splice(before ? rows.indexOf(before) + 1 : 0, 0, row)
  }
  return rows
}

/** Drops the removed row of a track that is added again, so that the removal can no longer be undone. */
function withoutRemoved(edits: Edits, spotifyTrackId: string) {
  const dropped = edits.rows.filter(row => row.removed && row.spotify_track_id === spotifyTrackId)
  return {
    rows: edits.rows.filter(row => !dropped.includes(row)),
    deletedIds: [...edits.deletedIds, ...dropped.filter(row => !row.isTemp).map(row => row.id)],
  }
}

function ranked(rows: Row[]): Row[] {
  let rank = 0
  return rows.map(row => ({ ...row, rank: row.removed ? 0 : ++rank }))
}

const rowOf = (track: Track): Row => ({ ...track, isTemp: false, removed: false, movedAt: 0 })

const temporary = (id: number, track: NewTrack): Row => ({
  id,
  spotify_track_id: track.spotify_track_id,
  spotify_track_url: trackLinkOf(track.spotify_track_id),
  title: track.title,
  artist: track.artist,
  artwork: track.artwork,
  color: track.color ?? null,
  gone: false,
  via: null,
  rank: 0,
  isTemp: true,
  removed: false,
  movedAt: 0,
})

/** "6 and 7", "1 to 3": the ranks of `count` tracks, two or more. */
export const rankRange = (first: number, count: number): string =>
  `${first} ${count === 2 ? 'and' : 'to'} ${first + count - 1}`

/**
 * The unsaved edits of a member, or of `nobody`, as JSON. Increment the number when `Edits` changes, so that edits
 * stored by an earlier version are ignored.
 */
export const unsavedList = (memberKey: string) => browserValue('unsavedList1', memberKey)
