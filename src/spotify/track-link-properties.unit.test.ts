import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutInvisible } from './spotify-link.shared.ts'
import { parseTrackLink } from './track-link.shared.ts'

const trackId = fc.stringMatching(/^[A-Za-z0-9]{1,64}$/)
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map(upper => [...text].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''))

const tail = fc.constantFrom(
  ...[
    '',
    '?',
    '?si=abc',
    '&si=abc',
    '&si=a&nd=1',
    '?si=a&nd=1',
    '#0:42',
    '/',
    '/?si=a',
    '?context=spotify%3Aalbum%3Ax',
  ],
)
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', '')
const beforeTrack = fc.constantFrom(
  ...['', '/intl-de', '/Intl-PT-br', '/embed', '/intl-fr/embed', '/embed/intl-fr', '/EMBED'],
)
const word = fc.constantFrom('track', 'Track', 'TRACK')
const around = fc.constantFrom(['', ''], [' ', '\n'], ['<', '>'], ['\t <', '> '])

/** Every form that people paste, around one id. */
const forms = (id: string) =>
  fc.oneof(
    fc
      .tuple(
        scheme,
        fc.oneof(anyCase('open.spotify.com'), anyCase('play.spotify.com')),
        beforeTrack,
        word,
        tail,
      )
      .map(
        ([scheme, host, before, word, tail]) => `${scheme}${host}${before}/${word}/${id}${tail}`,
      ),
    fc
      .tuple(anyCase('spotify:track:'), fc.constantFrom('', '?si=a'))
      .map(([uri, tail]) => uri + id + tail),
    fc.tuple(scheme, fc.boolean()).map(([scheme, coded]) => {
      const uri = `spotify:track:${id}`
      return `${scheme}embed.spotify.com/?uri=${coded ? encodeURIComponent(uri) : uri}`
    }),
  )

test('Any id is parsed from any form of link that people paste', () => {
  const pasted = trackId.chain(id => fc.tuple(fc.constant(id), forms(id), around))
  fc.assert(
    fc.property(pasted, ([id, link, [before, after]]) => {
      expect(parseTrackLink(`${before}${link}${after}`)).toBe(id)
    }),
    { numRuns: 1_000 },
  )
})

const ours = ['open.spotify.com', 'play.spotify.com', 'embed.spotify.com']

const otherHost = fc
  .oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map(address => `[${address}]`),
    fc.tuple(fc.constantFrom(...ours), fc.domain()).map(([our, other]) => `${our}.${other}`),
    fc.tuple(fc.constantFrom(...ours), fc.domain()).map(([our, other]) => `${our}@${other}`),
    fc.tuple(fc.constantFrom(...ours), fc.domain()).map(([our, other]) => `${our}:x@${other}`),
    fc
      .tuple(fc.stringMatching(/^[a-z0-9-]{1,9}$/), fc.constantFrom(...ours))
      .map(([a, b]) => a + b),
    fc
      .tuple(fc.constantFrom(...ours), fc.integer({ min: 1, max: 65_535 }))
      .map(([a, b]) => `${a}:${b}`),
    fc.constantFrom('spotify.com', 'www.spotify.com', 'open.spotify.co', 'opеn.spotify.com'),
  )
  // The scheme's own port is no other host.
  .filter(host => !ours.includes(host) && !/:(80|443)$/.test(host))

test('A link on any other host is never parsed', () => {
  const place = fc.tuple(fc.constantFrom('https://', 'http://', '//', ''), otherHost, beforeTrack)
  fc.assert(
    fc.property(place, trackId, tail, ([scheme, host, before], id, tail) => {
      expect(parseTrackLink(`${scheme}${host}${before}/track/${id}${tail}`)).toBeNull()
    }),
    { numRuns: 1_000 },
  )
})

test('Whatever is parsed from any text is an id in it, and a browser would open the service’s host', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...ours,
      'https:',
      '/',
      '//',
      '\\',
      '@',
      '?uri=',
      'spotify:track:',
      'track',
      ':',
      '#',
    ),
    trackId,
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const text = fc.array(part, { maxLength: 9 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text => {
      const id = parseTrackLink(text)
      if (id === null) return
      expect(withoutInvisible(text)).toContain(id)
      expect(id).toMatch(/^[A-Za-z0-9]{1,64}$/)
      const url = text
        .trim()
        .replace(/^<(.*)>$/, '$1')
        .trim()
      // A URL without slashes is no link: `https:0?uri=spotify:track:ID` is words around a track.
      const isUrl = /^https?:\/\//i.test(url) && URL.canParse(url)
      if (isUrl) expect(ours).toContain(new URL(url).hostname)
    }),
    { numRuns: 5_000 },
  )
})
