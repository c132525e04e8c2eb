import { describe, expect, it } from 'vitest'
import { listedTrack, newTrack } from '../../../../tests/screen-samples/tracks.ts'
import { ApiError } from '../../../ui/data/api.ts'
import type { Track } from '../../tracks.schemas.ts'
import {
  applyEdit,
  type Edit,
  hasUnsavedChanges,
  present,
  startEdits,
  withNewList,
} from './local-edits.ts'
import { type SaveCalls, saveEdits } from './save-edits.ts'

describe('saving the edits', () => {
  it('deletes, adds, fetches and sends the final order, in this order', async () => {
    const server = fakeServer('a', 'b', 'c')
    const edits = edited(
      server.tracks,
      { type: 'remove', id: 1 },
      { type: 'swap', id: 2, track: newTrack('x') },
      { type: 'add', track: newTrack('y') },
      { type: 'move', from: 3, to: 0, at: 1 },
    )
    const outcome = await saveEdits(edits, server.calls)
    expect(server.log).toEqual([
      'delete 2',
      'delete 1',
      'add https://open.spotify.com/track/y',
      'add https://open.spotify.com/track/x',
      'list',
      'rank y x c',
    ])
    expect(outcome.failures).toEqual([])
    expect(outcome.tracks?.map(track => track.spotify_track_id)).toEqual(['y', 'x', 'c'])
  })

  it('makes no call without changes', async () => {
    const server = fakeServer('a')
    const outcome = await saveEdits(startEdits(server.tracks), server.calls)
    expect(server.log).toEqual([])
    expect(outcome.changed).toBe(false)
  })

  it('sends no order for an empty list', async () => {
    const server = fakeServer('a')
    await saveEdits(edited(server.tracks, { type: 'remove', id: 1 }), server.calls)
    expect(server.log).toEqual(['delete 1', 'list'])
  })

  it('maps a track that was deleted and added again to its new id', async () => {
    const server = fakeServer('a', 'b')
    const edits = edited(
      server.tracks,
      { type: 'remove', id: 1 },
      { type: 'add', track: newTrack('a') },
    )
    const outcome = await saveEdits(edits, server.calls)
    expect(outcome.failures).toEqual([])
    expect(outcome.tracks?.map(track => track.id)).toEqual([2, 101])
  })

  it('counts a track that is already deleted as deleted', async () => {
    const server = fakeServer('a', 'b')
    const edits = edited(server.tracks, { type: 'remove', id: 1 })
    server.tracks.shift()
    expect((await saveEdits(edits, server.calls)).failures).toEqual([])
  })

  it('keeps tracks that could not be added as edits and reports them', async () => {
    const server = fakeServer('a')
    server.refuse.add('x')
    const edits = edited(
      server.tracks,
      { type: 'add', track: newTrack('x') },
      { type: 'add', track: newTrack('y') },
    )
    const outcome = await saveEdits(edits, server.calls)
    expect(outcome.failures.map(({ step, title }) => [step, title])).toEqual([['add', 'Track x']])
    expect(outcome.changed).toBe(true)

    const left = withNewList(edits, outcome.tracks ?? [], 1)
    expect(present(left).map(row => [row.spotify_track_id, row.isTemp])).toEqual([
      ['a', false],
      ['x', true],
      ['y', false],
    ])
    server.refuse.clear()
    const again = await saveEdits(left, server.calls)
    expect(again.failures).toEqual([])
    expect(again.tracks?.map(track => track.spotify_track_id)).toEqual(['a', 'x', 'y'])
  })

  it('leaves a track that could not be deleted in its place, and still sends the order of the others', async () => {
    const server = fakeServer('a', 'b', 'c')
    server.refuse.add(1)
    const edits = edited(
      server.tracks,
      { type: 'remove', id: 1 },
      { type: 'move', from: 2, to: 1, at: 1 },
    )
    const outcome = await saveEdits(edits, server.calls)
    expect(server.log.at(-1)).toBe('rank a c b')
    expect(outcome.failures.map(({ step }) => step)).toEqual(['delete'])
    const left = withNewList(edits, outcome.tracks ?? [], 1)
    expect(hasUnsavedChanges(left)).toBe(true)
    expect(present(left).map(row => row.spotify_track_id)).toEqual(['c', 'b'])
    const cancelled = applyEdit(left, { type: 'cancel' })
    expect(present(cancelled).map(row => row.spotify_track_id)).toEqual(['a', 'c', 'b'])
  })

  it('leaves a track whose replacement could not delete it after the replacement', async () => {
    const server = fakeServer('a', 'b')
    server.refuse.add(1)
    const swap = { type: 'swap', id: 1, track: newTrack('x') } as const
    await saveEdits(edited(server.tracks, swap), server.calls)
    expect(server.log.at(-1)).toBe('rank a x b')
  })

  it('keeps an order that could not be sent', async () => {
    const server = fakeServer('a', 'b')
    server.refuse.add('rank')
    const edits = edited(
      server.tracks,
      { type: 'move', from: 1, to: 0, at: 1 },
      { type: 'add', track: newTrack('x') },
    )
    const outcome = await saveEdits(edits, server.calls)
    expect(outcome.failures.map(({ step }) => step)).toEqual(['reorder'])
    const left = withNewList(edits, outcome.tracks ?? [], 1)
    expect(present(left).map(row => row.spotify_track_id)).toEqual(['b', 'a', 'x'])
    expect(present(left).every(row => !row.isTemp)).toBe(true)
    expect(hasUnsavedChanges(left)).toBe(true)
  })

  it('changes nothing when the server does not respond', async () => {
    const server = fakeServer('a')
    for (const what of ['x', 1, 'list', 'rank']) server.refuse.add(what)
    const edits = edited(server.tracks, { type: 'swap', id: 1, track: newTrack('x') })
    const outcome = await saveEdits(edits, server.calls)
    expect(outcome).toMatchObject({ changed: false, tracks: null })
    expect(outcome.failures).toHaveLength(3)
  })
})

const edited = (tracks: Track[], ...edits: Edit[]) =>
  edits.reduce(applyEdit, startEdits([...tracks]))

/** A list behind the four calls. `refuse` names what fails: a streaming id, an id, "list" or "rank". */
function fakeServer(...ids: string[]) {
  const tracks = ids.map((id, index) => listedTrack(id, index + 1))
  const log: string[] = []
  const refuse = new Set<string | number>()
  const refusing = (what: string | number) => {
    if (refuse.has(what)) throw new Error(`refused ${what}`)
  }
  const calls: SaveCalls = {
    async remove(id) {
      log.push(`delete ${id}`)
      refusing(id)
      const at = tracks.findIndex(track => track.id === id)
      if (at < 0) throw new ApiError('missing', { code: 'not_found' })
      tracks.splice(at, 1)
    },
    async add(url) {
      log.push(`add ${url}`)
      const id = url.split('/').at(-1) ?? ''
      refusing(id)
      const added = listedTrack(id, 101 + log.filter(line => line.startsWith('add')).length - 1)
      tracks.push(added)
      return added
    },
    async list() {
      log.push('list')
      refusing('list')
      return [...tracks]
    },
    async rank(order) {
      const named = order.map(({ id }) => tracks.find(track => track.id === id))
      log.push(`rank ${named.map(track => track?.spotify_track_id).join(' ')}`)
      refusing('rank')
      expect(order.map(({ rank }) => rank)).toEqual(tracks.map((_, index) => index + 1))
      tracks.splice(0, tracks.length, ...(named as Track[]))
      return [...tracks]
    },
  }
  return { tracks, log, refuse, calls }
}
