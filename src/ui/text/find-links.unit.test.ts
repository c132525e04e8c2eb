import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

const linksIn = (text: string) => findLinks(text).flatMap(({ text, href }) => (href ? [text] : []))

const sentences = [
  'New mix tonight. Listen twice!',
  'I love this.That is all',
  'wow.Music is life, e.g. R.E.M. or will.i.am',
  'Das Album läuft seit gestern (schön).Danach Stille',
  'Écoutez ça ; c’est l’été',
  'El verano.Es bueno, ¿no?',
  'Новый альбом. Слушайте!Да',
  'この曲を聞いてください。最高（本当に）',
  '新专辑「很好听」，听听吧！',
  '이 노래 들어봐요… 좋아',
  'שיר חדש, תודה!',
  'اسمع هذه الأغنية، شكرا؟',
  'नया गाना सुनो।',
  'ฟังเพลงใหม่นะ',
  'write to first.last@example.com or me@example.de',
  '@user@mastodon.social, node.js, song.mp3, 1.5.2, a/b',
  'https:// and http://localhost:3000 and ftp://files.example.com/x',
  '🎧✨ 3:45 – 4/5',
]

const before = fc.constantFrom(
  ...[
    ' ',
    '\n',
    '\u3000',
    '(',
    '"',
    '“',
    '„',
    '«',
    '‘',
    '「',
    '（',
    ': ',
    ' -> ',
    '👉',
    '*',
    '|',
    '`',
  ],
  ...['\u200b', '\u2066', ',', ';', '…', '、', '。', '❤️'],
)
const endOfLink = fc.constantFrom(
  ...[' ', '\n', '\u3000', '"', '”', '“', '»', '›', '」', '）', '】', '`', '|', '>', '…', '–'],
  ...['。', '、', '！', '？', '，', '،', '؟', '।', '🎧', '👩‍👩‍👧', '🇩🇪', '❤️'],
  ...['\u200b', '\u200e', '\u2060', '\u2069', '\ufeff', '\ufffc', '\u00ad', "'s ", '’s ', '’s, '],
)
const endBeforeSpace = fc.constantFrom(
  ...['.', '...', '!', '?!', ',', ';', ':', ')', ']', '),', '’', "'", '*', '**', '~', '@', '’s.'],
)
/** Letters that can be part of a path, but not behind letters of the Latin script. */
const sentenceBehindLatin = fc.constantFrom(
  ...['を聞いて', '(本当に)', '.この曲', '很好听', '들어봐', 'и ещё', 'תודה', 'شكرا', 'सुनो', 'นะ'],
)

const name = fc.stringMatching(/^[a-z]([a-z0-9]{0,8}-)?[a-z0-9]{1,8}$/)
const host = fc
  .tuple(fc.constantFrom('', 'www.', 'play.'), name, fc.constantFrom('com', 'de', 'fm', 'xyz'))
  .map(([first, name, last]) => `${first}${name}.${last}`)
  .chain(host => fc.constantFrom(host, host, host.toUpperCase()))
const internationalHost = fc.constantFrom(
  ...[
    'münchen.de',
    'пример.рф',
    '例子.中国',
    'موقع.مثال',
    'xn--mnchen-3ya.de',
    'ドメイン.example.jp',
  ],
  ...['www.Example.Com', 'example.COM'],
)
const segment = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.~!$&*+=:@_-]{0,6}[A-Za-z0-9]$/)
const path = fc.oneof(
  fc.constant(''),
  fc.array(segment, { minLength: 1, maxLength: 3 }).map(segments => `/${segments.join('/')}`),
  fc.tuple(segment, segment).map(([key, value]) => `/?${key}=${value}#${key}`),
  fc.constantFrom(
    ...[
      '/wiki/Low_(album)',
      '/wiki/Für_Elise',
      '/wiki/Fu\u0308r',
      '?q=a,b;c',
      '/a[1]',
      '/%E3%82%B5',
    ],
    ...['/web/2020/https://example.net/x', '/?u=http://example.net', "/Rock'n'Roll", '/a’b'],
  ),
)
const pathOfAnyScript = fc.oneof(
  path,
  fc.constantFrom(
    ...['/wiki/サクラ', '/wiki/サクラ_(曖昧さ回避)', '/wiki/Категория:Музыка', '/?q=песня+лета'],
    ...['/노래', '/#شعر', '/गाना', '/Die-Ärzte/Живи\u0306', '/mix/', '/a_', '/c++'],
  ),
)
const port = fc.constantFrom('', '', ':8080')
const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', 'Https://')
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(parts => parts.join(''))

const anyLink = fc.oneof(
  join(host, port, pathOfAnyScript),
  join(scheme, fc.oneof(host, internationalHost), port, pathOfAnyScript),
)
const latinLinkWithScheme = join(scheme, host, port, path)
const latinLink = fc.oneof(join(host, port, path), latinLinkWithScheme)
const sentence = fc.constantFrom(...sentences)

type Piece = string | { link: string }

const endOfPassage = fc.oneof(
  fc.tuple(anyLink, endOfLink, sentence),
  fc.tuple(anyLink, endBeforeSpace, fc.constant(' ')),
  fc.tuple(latinLink, sentenceBehindLatin, sentence),
  fc.tuple(
    fc.oneof(host, join(scheme, host)),
    fc.constant('.'),
    fc.constantFrom('This is', 'Das war', 'Été', 'Затем'),
  ),
)
const passage = fc
  .tuple(sentence, before, endOfPassage)
  .map(([sentence, before, [link, ...rest]]): Piece[] => [
    sentence,
    before,
    { link },
    ...rest,
    '\n',
  ])
const separator = fc.constantFrom(',', ';', '.', '|', '、', '🎧', ')')
const linksInOneWord = fc
  .tuple(latinLink, fc.array(fc.tuple(separator, latinLinkWithScheme), { maxLength: 3 }))
  .map(([first, others]): Piece[] => [
    { link: first },
    ...others.flatMap(([separator, link]) => [separator, { link }]),
    '\n',
  ])
const note = fc
  .array(
    fc.oneof(
      passage,
      linksInOneWord,
      sentence.map(text => [text, '\n']),
    ),
    { maxLength: 4 },
  )
  .map(passages => passages.flat())

test('Each link in a text of any language is found, and nothing else', () => {
  fc.assert(
    fc.property(note, pieces => {
      const text = pieces.map(piece => (typeof piece === 'string' ? piece : piece.link)).join('')
      const links = pieces.flatMap(piece => (typeof piece === 'string' ? [] : [piece.link]))
      expect(linksIn(text)).toEqual(links)
    }),
    { numRuns: 5000 },
  )
})

test('Whatever the text, its parts are the text, and a link leads to the host that it names', () => {
  const snippet = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom(..."./:@?#_-('’,%*"),
    fc.constantFrom('http://', 'https://', 'www.', '.com', '.de', '.Next', 'xn--', 'を', 'é', 'я'),
    sentence,
    anyLink,
  )
  fc.assert(
    fc.property(fc.array(snippet, { maxLength: 8 }), snippets => {
      const text = snippets.join('')
      const parts = findLinks(text)
      expect(parts.map(part => part.text).join('')).toBe(text)
      for (const { text: part, offset, href } of parts) {
        expect(text.startsWith(part, offset)).toBe(true)
        if (!href) continue
        expect([part, `https://${part}`]).toContain(href)
        const [, host = ''] = /^https?:\/\/([\p{L}\p{M}\p{N}.-]+)/iu.exec(href) ?? []
        const { protocol, username, hostname } = new URL(href)
        expect(protocol).toMatch(/^https?:$/)
        expect(username).toBe('')
        expect(hostname).toBe(new URL(`https://${host}`).hostname)
      }
    }),
    { numRuns: 5000 },
  )
})

test.each([
  'I love this.That',
  'love it.so',
  'and.Or/not',
  'great album.Band of the year',
  'https://user.name:secret@example.com/',
  'https://example.com.org@evil.example',
  'münchen.de',
  'https://example.com:99999/',
])('“%s” has no link', text => {
  expect(linksIn(text)).toEqual([])
})

test.each([
  ['_https://example.com/a_', 'https://example.com/a'],
  ['https://a.example/mixhttps://b.example/mix', 'https://a.example/mix', 'https://b.example/mix'],
  ['Check this out.https://after.example/x', 'https://after.example/x'],
  ['この曲example.com/mix。', 'example.com/mix'],
  ['https://example.com- or', 'https://example.com'],
])('“%s” has links', (text, ...links) => {
  expect(linksIn(text)).toEqual(links)
})
