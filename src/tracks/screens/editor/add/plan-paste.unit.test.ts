import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PastedItem, readPaste } from '../../../../spotify/links/read-paste.shared.ts'
import { type Found, planPaste } from './plan-paste.ts'

const track = (id: string, title: string | null = null) => ({
  spotify_track_id: id,
  title,
  artist: null,
  artwork: null,
})
const found = (item: PastedItem): Found =>
  item.kind === 'track'
    ? { state: 'found', track: track(item.trackId) }
    : { state: 'refused', reason: 'no' }
const link = (id: string) => `https://open.spotify.com/track/${id}`
const plan = (text: string, trackIds: string[] = [], room = 7 - trackIds.length) =>
  planPaste(readPaste(text), found, { trackIds, room })
const ids = ({ tracks }: ReturnType<typeof plan>) => tracks.map(each => each.spotify_track_id)

test('Links fill the empty places in their order; what is left out has its reason', () => {
  const result = plan(
    [link('a'), 'https://open.spotify.com/album/x', link('b'), link('on'), link('a'), 'Hi'].join(
      '\n',
    ),
    ['on'],
  )
  expect(ids(result)).toEqual(['a', 'b'])
  expect(result.rows.flatMap(row => (row.state === 'left out' ? [row.reason] : []))).toEqual([
    'an album link; open a track and copy its link',
    'already on your list',
    'pasted twice',
    'text without a link',
  ])
  expect(result).toMatchObject({ leftOut: 4, withoutRoom: 0, isLooking: false })
})

test('Links beyond the empty places are counted', () => {
  const result = plan(['a', 'b', 'c', 'd'].map(link).join(' '), ['1', '2', '3', '4', '5'])
  expect(ids(result)).toEqual(['a', 'b'])
  expect(result).toMatchObject({ withoutRoom: 2, leftOut: 2 })
})

test('A link that is looked up keeps its place until the response says otherwise', () => {
  const items = readPaste(`https://spotify.link/one ${link('a')}`)
  const looking = (item: PastedItem): Found =>
    item.kind === 'short' ? { state: 'looking' } : found(item)
  const list = { trackIds: [], room: 1 }
  expect(planPaste(items, looking, list)).toMatchObject({
    rows: [{ state: 'looking' }],
    tracks: [],
    isLooking: true,
    withoutRoom: 1,
  })
  expect(planPaste(items, found, list)).toMatchObject({
    rows: [{ state: 'left out', reason: 'no' }, { state: 'ready' }],
    withoutRoom: 0,
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
        expect(result.rows.length + result.withoutRoom).toBe(parts.length)
        expect(added.length + result.leftOut).toBe(parts.length)
      },
    ),
  )
})

const linkedId = (item: PastedItem) => (item.kind === 'track' ? [item.trackId] : [])
