import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { notTracks, shortLinks, trackLinks } from '../../../tests/pasted-links.ts'
import { processorTime } from '../../../tests/processes/processor-time.ts'
import { parseTrackLink } from '../track-link.shared.ts'
import { readPaste } from './read-paste.shared.ts'

const ids = (text: string) =>
  readPaste(text).map(item => (item.kind === 'track' ? item.trackId : item.kind))
const reasons = (text: string) =>
  readPaste(text).map(item => (item.kind === 'unusable' ? item.reason : item.kind))

test('Links that are pasted without a separator are all read', () => {
  const [a, b] = ['4uLU6hMCjMI75M1A2tKUQC', '0VjIjW4GlUZAMYd2vXMi3b']
  for (const first of [`https://open.spotify.com/track/${a}`, `spotify:track:${a}`])
    for (const rest of ['', '?si=f2c9b1d0a3e84c55'])
      for (const next of [`https://open.spotify.com/intl-de/track/${b}`, `spotify:track:${b}`])
        expect(ids(`${first}${rest}${next}`)).toEqual([a, b])
  expect(ids(`https://spotify.link/hRkBrwub9xbhttps://open.spotify.com/track/${b}`)).toEqual([
    'short',
    b,
  ])
  const login = `https://accounts.spotify.com/login?continue=https://open.spotify.com/track/${b}`
  expect(ids(login)).toEqual(['unusable'])
})

test('No text makes a track that is not a link to one on its own', () => {
  const part = fc.oneof(
    fc.constantFrom(...trackLinks.map(([pasted]) => pasted)),
    fc.constantFrom(...notTracks),
    fc.constantFrom(' ', ',', '\n', '<', '>', '(', ')', '.'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      const text = parts.join('')
      for (const item of readPaste(text)) {
        if (item.kind !== 'track') continue
        expect(text).toContain(item.trackId)
        expect(parseTrackLink(item.link)).toBe(item.trackId)
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each(notTracks)('%s is named with a reason', text => {
  const items = readPaste(text)
  expect(items.length).toBeGreaterThan(0)
  expect(items.every(item => item.kind === 'unusable' && item.reason !== '')).toBe(true)
})

test('Short links are told from others', () => {
  expect(readPaste(shortLinks.join('\n'))).toEqual(
    shortLinks.map(link => ({ kind: 'short', link })),
  )
})

const id = '4uLU6hMCjMI75M1A2tKUQC'

test.each([
  [`https://open.spotify.com/track/${id},https://open.spotify.com/track/other`, [id, 'other']],
  [`spotify:track:${id},spotify:track:other`, [id, 'other']],
  [`https://open.spotify.com/track/${id}?a=1,2`, [id]],
  ['', []],
  [' \n\t\n', []],
])('%j gives %j', (text, expected) => {
  expect(ids(text)).toEqual(expected)
})

test.each([
  ['https://open.spotify.com/album/x', 'an album link; open a track and copy its link'],
  ['open.spotify.com/intl-de/Playlist/x', 'a playlist link; open a track and copy its link'],
  ['spotify:artist:x', 'an artist link; open a track and copy its link'],
  ['https://open.spotify.com/episode/x?si=1', 'an episode link; open a track and copy its link'],
  ['https://open.spotify.com/show/x', 'a podcast link; open a track and copy its link'],
  ['https://open.spotify.com/user/x', 'a profile link; open a track and copy its link'],
  ['https://open.spotify.com/goober/x', 'not a link to a track; open a track and copy its link'],
  [
    'https://link.tospotify.com/VM2myZxXwbb',
    'a short link that no longer works; open a track and copy its link',
  ],
  [
    'https://music.apple.com/ca/album/1',
    'a link to music.apple.com; find the track on Spotify and copy its link',
  ],
  ['youtu.be/x', 'a link to youtu.be; find the track on Spotify and copy its link'],
  [
    `https://open.spotify.com@evil.test/track/${id}`,
    'a link to evil.test; find the track on Spotify and copy its link',
  ],
  ['Fleet Foxes, Mykonos', 'text without a link'],
  [
    `https://open.spotify.com/track/${id.slice(1)}!`,
    'not a link to a track; open a track and copy its link',
  ],
])('%s is %s', (text, reason) => {
  expect(reasons(text)).toEqual([reason])
})

test('A line of words beside a link is its caption, a line of its own is named', () => {
  expect(reasons(`My song https://open.spotify.com/track/${id}\nThat was it`)).toEqual([
    'track',
    'text without a link',
  ])
})

test('A very long paste is read quickly', () => {
  const time = processorTime(() => {
    readPaste('https://open.spotify.com/track/a '.repeat(100_000))
    readPaste(','.repeat(1_000_000))
    readPaste('a.'.repeat(500_000))
    readPaste('<'.repeat(500_000))
  })
  expect(time).toBeLessThan(500)
})
