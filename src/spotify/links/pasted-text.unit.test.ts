import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { notTracks, trackLinks } from '../../../tests/pasted-links.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { parseProfileLink } from '../../members/profile-link.shared.ts'
import { parseTrackLink } from '../track-link.shared.ts'
import { readPaste } from './read-paste.shared.ts'

const invisible = [
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', '\u00ad', '\ufffc'],
  ...['\u2066', '\u2067', '\u2068', '\u2069', '\u202a', '\u202b', '\u202c', '\u061c', '\ufe0f'],
]

/** What stands directly before and after a link, in any text. */
const contexts: [before: string, after: string][] = [
  ...invisible.map((one): [string, string] => [one, one]),
  ...[...`"'*_~\`|^`, '**', '__', '~~', '```', '||', '✨', '🎧', '👩‍👩‍👧', '🇩🇪', '=', '+', '#'].map(
    (one): [string, string] => [one, one],
  ),
  ...[
    '()',
    '[]',
    '{}',
    '<>',
    '“”',
    '„“',
    '‘’',
    '«»',
    '‹›',
    '「」',
    '『』',
    '【】',
    '（）',
    '《》',
  ].map(([open = '', close = '']): [string, string] => [open, close]),
  ...[
    '!',
    '?',
    '.',
    '…',
    '...',
    ',',
    ';',
    ':',
    '?!',
    '!!',
    '。',
    '、',
    '！',
    '？',
    '،',
    '؟',
    '।',
  ].map((mark): [string, string] => ['', mark]),
  ['この曲', 'を聞いて'],
  ['听听这首歌吧', '很好听'],
  ['이 노래 ', '들어봐'],
  ['曲：', '（最高）です'],
  ['שיר', 'תודה'],
  ['اسمع', '، شكرا'],
  ['ฟังเพลง', 'นะ'],
  ['गाना', 'सुनो'],
  ['Listen:', ''],
  ['Check this out:', '!!! So good'],
  ['1) ', ' – 3:45'],
  ['• ', ' by Fleet Foxes'],
  ['[Song](', ')'],
  ['![Song](', ' "Mykonos")'],
  ['[Song]: ', ''],
  ['<', '|Song>'],
  ['<a href="', '">Song</a>'],
  ["<a href='", "'>Song</a>"],
  ['<a href=', '>Song</a>'],
  ['&lt;a href=&quot;', '&quot;&gt;'],
  ['<li>', '</li>'],
  ['<p>Song <b>', '</b></p>'],
  [
    '<iframe data-testid="embed-iframe" style="border-radius:12px" src="',
    '" width="100%" height="352" frameBorder="0" allowfullscreen="" allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture" loading="lazy"></iframe>',
  ],
  ['"Song","Artist","', '","2019"'],
  ['Song,Artist,', ',2019'],
  ['Song;Artist;', ';2019'],
  ['Song\tArtist\t', '\t3:45'],
  ['{"url":"', '"}'],
  ['> ', ''],
  ['', '%20'],
  ['', '%E2%80%8B'],
  ['', ' '],
  ['\u00a0', '\u3000'],
]
const context = fc.constantFrom(...contexts)

const trackId = fc.stringMatching(/^[A-Za-z0-9]{22}$/)
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', 'Https://', '')
const host = fc.constantFrom('open.spotify.com', 'play.spotify.com', 'OPEN.spotify.com')
const before = fc.constantFrom(
  ...['', '/', '/intl-de', '/intl-pt-BR', '/intl-es-419', '/embed', '/intl-fr/embed', '/Embed'],
)
const tail = fc.constantFrom(
  ...['', '?si=kwbo3AmgRQVlM3733YMT0W', '&si=a1', '?si=a&amp;nd=1', '#1:05', '/', '/?si=a', '?si='],
)

const address = fc
  .tuple(scheme, host, before, trackId, tail)
  .map(([scheme, host, before, id, tail]): [string, string] => [
    `${scheme}${host}${before}/track/${id}${tail}`,
    id,
  ])
const formOf = (write: (id: string) => string) =>
  trackId.map((id): [string, string] => [write(id), id])
const uri = (id: string) => `spotify:track:${id}`

/** Each form of a link to a track, with the id in it. */
const link = fc.oneof(
  { weight: 4, arbitrary: address },
  formOf(uri),
  formOf(id => `Spotify:track:${id}#1:05`),
  formOf(id => `spotify://track/${id}`),
  formOf(id => `https://open.spotify.com//track/${id}`),
  formOf(id => `https://embed.spotify.com/?uri=${uri(id)}`),
  formOf(id => `https://open.spotify.com/embed?uri=${uri(id)}`),
  formOf(id => `open.spotify.com/embed/?uri=${encodeURIComponent(uri(id))}&theme=0`),
  formOf(id => `https://open.spotify.com/album/7dqftJ3kas6D0VAdmt3k3V?highlight=${uri(id)}`),
  formOf(id => encodeURIComponent(`https://open.spotify.com/track/${id}?si=a`)),
  formOf(id => encodeURIComponent(uri(id))),
  fc.constantFrom(...trackLinks).map(([pasted, id]): [string, string] => [pasted.trim(), id]),
)

const album = fc.tuple(fc.constantFrom('album', 'artist', 'playlist', 'show', 'user'), trackId)
/** A URL of another site that has a link to a track in it, and other things that are no track. */
const noTrack = fc.oneof(
  fc.constantFrom(...notTracks),
  fc
    .tuple(
      fc.constantFrom(
        ...['https://evil.test/', 'evil.test/', 'https://evil.test/?u=', 'https://evil.test/a#'],
        ...['https://evil.test/a?b&', 'http://user@evil.test//', 'ftp://evil.test/', 'ftp://'],
        ...['https://x', 'https://x.', 'https://user@', 'https://user:pw@', 'x.', 'x@', 'x-'],
        ...['https://日本.test/', 'https://日', 'https://é', 'é', 'https://evil.test/%20', '\\'],
      ),
      host,
      trackId,
    )
    .map(([elsewhere, host, id]) => `${elsewhere}${host}/track/${id}`),
  fc
    .tuple(
      fc.constantFrom('evil.test/', 'https://evil.test/?u=', 'https://evil.test/a&'),
      link.filter(([text]) => !text.startsWith('<')),
    )
    .map(([elsewhere, [link]]) => elsewhere + link),
  fc
    .tuple(host, fc.constantFrom('.evil.test', '@evil.test', ':8443', ':x@evil.test', '.'), trackId)
    .map(([host, end, id]) => `https://${host}${end}/track/${id}`),
  album.map(([kind, id]) => `https://open.spotify.com/${kind}/${id}`),
  album.map(([kind, id]) => `spotify:${kind}:${id}`),
  trackId.map(id => `spotify:track:${id}:x`),
  trackId.map(id => `https://open.spotify.com/track/${id}x!`),
  trackId.map(id => `https://open.spotify.com/track/${id}/${id}/x`),
  trackId,
)

const separator = fc.constantFrom(
  ...['\n', '\r\n', ' ', '\t', '\n\n', ', ', ',\n', ' | ', ' / ', '\u2028', '\u000b', '\u3000'],
)

test('A pasted text gives exactly the tracks in it, in their order, whatever touches the links', () => {
  const part = fc.oneof(
    { weight: 3, arbitrary: link },
    noTrack.map((text): [string, null] => [text, null]),
  )
  const paste = fc.array(fc.tuple(context, part, separator), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(paste, parts => {
      const text = parts
        .map(([[before, after], [link], separator]) => before + link + after + separator)
        .join('')
      const ids = readPaste(text).flatMap(item => (item.kind === 'track' ? [item.trackId] : []))
      expect(ids).toEqual(parts.flatMap(([, [, id]]) => (id === null ? [] : [id])))
    }),
    { numRuns: randomRuns(20_000) },
  )
})

/** The text with characters between its own that nobody sees. */
const sprinkled = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.constantFrom(...invisible)), { maxLength: 4 })
    .map(places =>
      places.reduce((whole, [at, one]) => whole.slice(0, at) + one + whole.slice(at), text),
    )

test('The server reads the track of any text with one link, and none of a text without', () => {
  const invisiblyWritten = link.chain(([text, id]) => fc.tuple(sprinkled(text), fc.constant(id)))
  fc.assert(
    fc.property(context, invisiblyWritten, noTrack, ([before, after], [link, id], noTrack) => {
      expect(parseTrackLink(before + link + after)).toBe(id)
      expect(parseTrackLink(before + noTrack + after)).toBeNull()
    }),
    {
      numRuns: randomRuns(10_000),
      examples: [
        [
          ['\u200b', '\u200b'],
          [
            'https://open.spotify.com/track/7vzzE56ly3ykTbizEKAs2O\u200b?context=spotify%3Aplaylist%3A37i9dQZF1DX5Q27plkaOQ3',
            '7vzzE56ly3ykTbizEKAs2O',
          ],
          'no link',
        ],
      ],
    },
  )
})

test('A profile is read from any text with one link to it', () => {
  const name = fc.stringMatching(/^[a-z0-9](?:[a-z0-9._-]{0,18}[a-z0-9])?$/)
  const written = fc.constantFrom(
    (name: string) => `https://open.spotify.com/user/${name}`,
    (name: string) => `open.spotify.com/intl-es-419/user/${name}?si=a1`,
    (name: string) => `spotify:user:${name}`,
    (name: string) => encodeURIComponent(`https://open.spotify.com/user/${name}`),
  )
  fc.assert(
    fc.property(context, name, written, ([before, after], name, write) => {
      expect(parseProfileLink(before + write(name) + after)).toBe(name)
    }),
    { numRuns: randomRuns(5_000) },
  )
})

test('A link that is its own label in HTML, Markdown or Slack’s marks is one track', () => {
  const around = fc.constantFrom(
    (link: string) => `<a href="${link}">${link}</a>`,
    (link: string) => `<a href="${link}" target="_blank">${link}</a>`,
    (link: string) => `[${link}](${link})`,
    (link: string) => `<${link}|${link}>`,
  )
  fc.assert(
    fc.property(around, address, (write, [link, id]) => {
      expect(readPaste(`${write(link)} and`)).toMatchObject([{ trackId: id }])
      expect(parseTrackLink(write(link))).toBe(id)
    }),
    { numRuns: randomRuns(300) },
  )
})
