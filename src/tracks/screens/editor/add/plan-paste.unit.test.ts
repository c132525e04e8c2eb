import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newTrack } from '../../../../../tests/screen-samples/tracks.ts'
import { type PastedItem, readPaste } from '../../../../spotify/links/read-paste.shared.ts'
import { type Found, planPaste } from './plan-paste.ts'

const found = (item: PastedItem): Found =>
  item.kind === 'track'
    ? { state: 'found', track: newTrack(item.trackId) }
    : { state: 'refused', reason: 'no' }
const link = (id: string) => `https://open.spotify.com/track/${id}`
const plan = (text: string, trackIds: string[] = [], room = 7 - trackIds.length) =>
  planPaste(readPaste(text), found, { trackIds, room, noRoom: 'no room' })
const reasons = ({ leftOut }: ReturnType<typeof plan>) => leftOut.map(({ reason }) => reason)
const ids = ({ tracks }: ReturnType<typeof plan>) => tracks.map(each => each.spotify_track_id)

test('Links fill the empty places in their order; what is left out has its reason', () => {
  const result = plan(
    [link('a'), 'https://open.spotify.com/album/x', link('b'), link('on'), link('a'), 'Hi'].join(
      '\n',
    ),
    ['on'],
  )
  expect(ids(result)).toEqual(['a', 'b'])
  expect(reasons(result)).toEqual([
    'an album link; open a track and copy its link',
    'already on your list',
    'pasted twice',
    'text without a link',
  ])
  expect(result.isLooking).toBe(false)
})

test('Links beyond the empty places are left out by name', () => {
  const result = plan(['a', 'b', 'c', 'd'].map(link).join(' '), ['1', '2', '3', '4', '5'])
  expect(ids(result)).toEqual(['a', 'b'])
  expect(result.leftOut).toMatchObject([
    { text: 'Track c', reason: 'no room' },
    { text: 'Track d', reason: 'no room' },
  ])
})

test('A link that is looked up keeps its place until the response says otherwise', () => {
  const items = readPaste(`https://spotify.link/one ${link('a')}`)
  const looking = (item: PastedItem): Found =>
    item.kind === 'short' ? { state: 'looking' } : found(item)
  const list = { trackIds: [], room: 1, noRoom: 'no room' }
  expect(planPaste(items, looking, list)).toMatchObject({
    rows: [{ state: 'looking' }, { state: 'left out', reason: 'no room' }],
    tracks: [],
    isLooking: true,
  })
  expect(planPaste(items, found, list)).toMatchObject({
    rows: [{ state: 'left out', reason: 'no' }, { state: 'ready' }],
  })
})

test('Never more tracks than places, none twice, none that is on the list, and nothing is lost', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')
  const part = fc.oneof(id.map(link), fc.constantFrom('text', 'https://open.spotify.com/album/x'))
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 20 }),
      fc.uniqueArray(id, { maxLength: 7 }),
      (parts, trackIds) => {
        const result = plan(parts.join('\n'), trackIds)
        const added = ids(result)
        const linked = parts.flatMap(each => readPaste(each)).flatMap(linkedId)
        const expected = [...new Set(linked)].filter(each => !trackIds.some(id => id === each))
        expect(added).toEqual(expected.slice(0, 7 - trackIds.length))
        expect(result.rows.length).toBe(parts.length)
        expect(added.length + result.leftOut.length).toBe(parts.length)
      },
    ),
  )
})

const linkedId = (item: PastedItem) => (item.kind === 'track' ? [item.trackId] : [])
