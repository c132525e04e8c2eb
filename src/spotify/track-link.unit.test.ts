import { expect, test } from 'vitest'
import { shortLinks, trackLinks } from '../../tests/pasted-links.ts'
import { processorTime } from '../../tests/processes/processor-time.ts'
import { parseShortLink, parseTrackLink } from './track-link.shared.ts'

test('Each link that people really pasted gives its track', () => {
  expect(trackLinks.length).toBeGreaterThan(280)
  const wrong = trackLinks.filter(([pasted, id]) => parseTrackLink(pasted) !== id)
  expect(wrong).toEqual([])
})

test.each(shortLinks)('%s hides where it leads and is a short link', text => {
  expect(parseTrackLink(text)).toBeNull()
  expect(parseShortLink(text)).toBe(text)
  expect(parseShortLink(` <${text.replace('https', 'http')}?si=a&nd=1> `)).toBe(text)
})

test.each([
  'https://link.tospotify.com/VM2myZxXwbb',
  'https://spotify.link.evil.test/L1Sb5i2ruDb',
  'https://spotify.link@evil.test/L1Sb5i2ruDb',
  'https://spotify.link:8443/L1Sb5i2ruDb',
  'https://open.spotify.com/s/',
  'https://spotify.link/a/b',
  'https://spotify.link/..%2fa',
  'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
])('%s is not a short link', text => {
  expect(parseShortLink(text)).toBeNull()
})

const id = '4uLU6hMCjMI75M1A2tKUQC'

test('The port of https makes no other host', () => {
  expect(parseTrackLink(`https://open.spotify.com:443/track/${id}`)).toBe(id)
})

test.each([
  '',
  ' ',
  '<>',
  `https://open.spotify.com/TRACKS/${id}`,
  `https://open.spotify.com/track//${id}`,
  `https://open.spotify.com/track/${id}%C3%A9`,
  `https://open.spotify.com/track/${id}é`,
  `https:\\\\open.spotify.com\\track\\${id}`,
  `https://open.spotify.com/track/${id} and https://open.spotify.com/track/${id.slice(1)}`,
  `https://open.spo\ttify.com/track/${id}`,
  `https://evil.test/?uri=spotify:track:${id}`,
  `https://embed.spotify.com/?uri=spotify:album:${id}`,
  `ftp://open.spotify.com/track/${id}`,
  `//open.spotify.com/track/${id}`,
  `spotify:track:`,
])('%j gives none', text => {
  expect(parseTrackLink(text)).toBeNull()
})

test('A very long text is parsed quickly', () => {
  const time = processorTime(() => {
    expect(parseTrackLink(`https://open.spotify.com/${'a/'.repeat(100_000)}`)).toBeNull()
    expect(parseTrackLink('<'.repeat(200_000))).toBeNull()
  })
  expect(time).toBeLessThan(500)
})
