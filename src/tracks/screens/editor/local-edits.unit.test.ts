import { describe, expect, it } from 'vitest'
import { listedTrack, newTrack } from '../../../../tests/screen-samples/tracks.ts'
import type { Track } from '../../tracks.schemas.ts'
import {
  applyEdit,
  duplicateOf,
  type Edit,
  type Edits,
  hasUnsavedChanges,
  isFull,
  pendingDeletions,
  present,
  rankAfterMove,
  ranksAfterMove,
  rebase,
  startEdits,
  withNewList,
} from './local-edits.ts'

describe('editing the list before it is saved', () => {
  it('adds a track with a negative id at the next rank', () => {
    const edits = withEdits(list('a', 'b'), { type: 'add', track: newTrack('c') })
    expect(shown(edits)).toEqual(['1 a', '2 b', '3 c'])
    expect(present(edits).at(-1)).toMatchObject({
      id: -1,
      isTemp: true,
      spotify_track_url: 'https://open.spotify.com/track/c',
    })
    expect(hasUnsavedChanges(edits)).toBe(true)
  })

  it('marks a removed saved track for deletion, keeps its row and renumbers the others', () => {
    const edits = withEdits(list('a', 'b', 'c'), { type: 'remove', id: 2 })
    expect(shown(edits)).toEqual(['1 a', '2 c'])
    expect(edits.rows.map(row => row.rank)).toEqual([1, 0, 2])
    expect(pendingDeletions(edits)).toEqual([2])
  })

  it('drops a removed track that was never saved', () => {
    const edits = withEdits(
      list('a'),
      { type: 'add', track: newTrack('b') },
      { type: 'remove', id: -1 },
    )
    expect(shown(edits)).toEqual(['1 a'])
    expect(pendingDeletions(edits)).toEqual([])
    expect(hasUnsavedChanges(edits)).toBe(false)
  })

  it('restores a removed track at its position', () => {
    const edits = withEdits(list('a', 'b', 'c'), { type: 'remove', id: 1 }, { type: 'undo', id: 1 })
    expect(shown(edits)).toEqual(['1 a', '2 b', '3 c'])
    expect(hasUnsavedChanges(edits)).toBe(false)
  })

  it('does not restore a removed track in a full list', () => {
    const full = withEdits(
      list('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      { type: 'remove', id: 1 },
      { type: 'add', track: newTrack('h') },
    )
    expect(applyEdit(full, { type: 'undo', id: 1 })).toBe(full)
  })

  it('renumbers from 1 after a move', () => {
    const edits = withEdits(list('a', 'b', 'c'), { type: 'move', from: 2, to: 0, at: 1 })
    expect(shown(edits)).toEqual(['1 c', '2 a', '3 b'])
    expect(hasUnsavedChanges(edits)).toBe(true)
  })

  it('has no unsaved changes after a move and its reverse', () => {
    const edits = withEdits(
      list('a', 'b', 'c'),
      { type: 'move', from: 2, to: 0, at: 1 },
      { type: 'move', from: 0, to: 2, at: 1 },
    )
    expect(hasUnsavedChanges(edits)).toBe(false)
  })

  it('knows the rank that a move leads to, which removed rows do not count in', () => {
    const { rows } = withEdits(list('a', 'b', 'c', 'd'), { type: 'remove', id: 2 })
    expect(rankAfterMove(rows, 0, 1)).toBe(1)
    expect(rankAfterMove(rows, 0, 2)).toBe(2)
    expect(rankAfterMove(rows, 3, 1)).toBe(2)
    expect([...ranksAfterMove(rows, 0, 2)]).toEqual([
      [2, 0],
      [3, 1],
      [1, 2],
      [4, 3],
    ])
  })

  it('ignores a move outside the list', () => {
    const edits = list('a', 'b')
    expect(applyEdit(edits, { type: 'move', from: 0, to: -1, at: 1 })).toBe(edits)
    expect(applyEdit(edits, { type: 'move', from: 1, to: 2, at: 1 })).toBe(edits)
    expect(applyEdit(edits, { type: 'move', from: 9, to: 0, at: 1 })).toBe(edits)
  })

  it('replaces a track at its rank and marks the old one for deletion', () => {
    const edits = withEdits(list('a', 'b', 'c'), { type: 'swap', id: 2, track: newTrack('x') })
    expect(shown(edits)).toEqual(['1 a', '2 x', '3 c'])
    expect(pendingDeletions(edits)).toEqual([2])
  })

  it('marks nothing for deletion when an unsaved track is replaced', () => {
    const edits = withEdits(
      list('a'),
      { type: 'add', track: newTrack('b') },
      { type: 'swap', id: -1, track: newTrack('c') },
    )
    expect(shown(edits)).toEqual(['1 a', '2 c'])
    expect(pendingDeletions(edits)).toEqual([])
  })

  it('rejects a track that is on the list, accepts one that is marked for deletion', () => {
    const edits = list('a', 'b')
    expect(duplicateOf(edits, 'b')?.id).toBe(2)
    expect(applyEdit(edits, { type: 'add', track: newTrack('b') })).toBe(edits)
    expect(applyEdit(edits, { type: 'swap', id: 1, track: newTrack('b') })).toBe(edits)

    const again = withEdits(edits, { type: 'remove', id: 1 }, { type: 'add', track: newTrack('a') })
    expect(shown(again)).toEqual(['1 b', '2 a'])
    expect(pendingDeletions(again)).toEqual([1])
    expect(again.rows).toHaveLength(2)
  })

  it('accepts at most seven tracks; removed ones do not count', () => {
    const full = list('a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(isFull(full)).toBe(true)
    expect(applyEdit(full, { type: 'add', track: newTrack('h') })).toBe(full)
    const swapped = withEdits(
      full,
      { type: 'remove', id: 7 },
      { type: 'add', track: newTrack('h') },
    )
    expect(present(swapped)).toHaveLength(7)
  })

  it('restores the saved list on cancel', () => {
    const edits = withEdits(
      list('a', 'b'),
      { type: 'remove', id: 1 },
      { type: 'swap', id: 2, track: newTrack('x') },
      { type: 'add', track: newTrack('y') },
      { type: 'cancel' },
    )
    expect(shown(edits)).toEqual(['1 a', '2 b'])
    expect(pendingDeletions(edits)).toEqual([])
    expect(hasUnsavedChanges(edits)).toBe(false)
  })

  it('brings cancelled edits back on top of those made since', () => {
    const saved = list('a', 'b', 'c')
    const cancelled = withEdits(saved, { type: 'add', track: newTrack('d') })
    const since = withEdits(saved, { type: 'move', from: 2, to: 0, at: 5 })
    expect(shown(rebase(cancelled, saved, since))).toEqual(['1 c', '2 d', '3 a', '4 b'])
  })
})

describe('a new list from the server', () => {
  it('replaces the list when there are no unsaved changes', () => {
    const edits = withNewList(list('a'), tracks('b', 'c'), 1)
    expect(shown(edits)).toEqual(['1 b', '2 c'])
  })

  it('keeps the edits and updates titles', () => {
    const [a, b] = tracks('a', 'b')
    const mine = withEdits(list('a', 'b'), { type: 'move', from: 1, to: 0, at: 1 })
    const edits = withNewList(mine, [a as Track, { ...(b as Track), title: 'B' }], 1)
    expect(shown(edits)).toEqual(['1 b', '2 a'])
    expect(edits.rows[0]?.title).toBe('B')
    expect(hasUnsavedChanges(edits)).toBe(true)
  })

  it('drops what went elsewhere and shows what came', () => {
    const mine = withEdits(list('a', 'b', 'c'), { type: 'move', from: 2, to: 0, at: 1 })
    const theirs = [listedTrack('a', 1, 1), listedTrack('c', 3, 2), listedTrack('z', 8, 3)]
    const edits = withNewList(mine, theirs, 1)
    expect(shown(edits)).toEqual(['1 c', '2 a', '3 z'])
  })
})

const withEdits = (edits: Edits, ...all: Edit[]) => all.reduce(applyEdit, edits)
const shown = (edits: Edits) => present(edits).map(row => `${row.rank} ${row.spotify_track_id}`)
const list = (...ids: string[]) => startEdits(tracks(...ids))
const tracks = (...ids: string[]) => ids.map((id, index) => listedTrack(id, index + 1))
