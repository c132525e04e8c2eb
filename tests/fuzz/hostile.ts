import * as fc from 'fast-check'

/** Markup that must never come back as markup. */
export const markup = '"><script>alert(1)</script>'

/** Text as attackers, broken programs and odd keyboards send it. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '.',
      '..',
      '../../etc/passwd',
      '\0',
      'a\0b',
      '\\u0000',
      '%00',
      '%',
      '_',
      '%ff',
      '%u',
    ],
    ...[
      '\ud800',
      '\udfff\ud800',
      'a\udc00',
      '\ufeff',
      '\u202e',
      '\uffff',
      '💥'.repeat(80),
      'ﬀ',
      'İ',
    ],
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'],
    ...[
      "' or 1=1 --",
      '$1',
      '#{7*7}',
      '{{7*7}}',
      '\r\nSet-Cookie: session=1',
      '\r\n\r\nGET /',
      markup,
    ],
    ...['null', 'undefined', 'NaN', 'true', '-1', '0', '1.5', '1e400', '0x10', '9'.repeat(40)],
    ...['a'.repeat(5_000), `${'a.'.repeat(400)}@`, `<${'<'.repeat(2_000)}`, '/'.repeat(50)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  // UTF-16 without regard to pairs.
  fc.array(fc.nat(0xffff), { maxLength: 30 }).map(units => String.fromCharCode(...units)),
)

/** A JSON text where a value is expected. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  hostileText.map(text => JSON.stringify(text)),
  fc.constantFrom(
    ...['null', 'true', '0', '-0', '-1', '1.5', '1e308', '1e400', '-1e400', '2147483648'],
    ...[
      '9007199254740993',
      `${'9'.repeat(400)}`,
      '{}',
      '[]',
      '[[]]',
      '""',
      '"\\ud800"',
      '"\\u0000"',
    ],
    ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', '{"length":-1}'],
    ...[nested('[', ']', 2_000), nested('{"a":', '}', 2_000, '1')],
  ),
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
)

/** A whole body that may be no JSON at all. */
export const hostileBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  hostileJson,
  hostileText,
  fc.uint8Array({ maxLength: 100 }).map(bytes => Uint8Array.from(bytes)),
  fc.constantFrom(
    ...[
      '',
      '{',
      '{"',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,',
      '[1,',
      '"',
      '\ufeff{}',
      '{}{}',
      "{'a':1}",
    ],
    ...['{"a":NaN}', '{"a":1}\0', nested('[', ']', 3_000), '['.repeat(60_000), ' '.repeat(66_000)],
  ),
)

export const contentType: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[null, '', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'application/jsonx'],
      ...['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      ...['multipart/form-data; boundary=x', 'application/json, text/plain', 'a'.repeat(500)],
    ),
  },
)

/** Headers that some client or proxy might add, twice or broken. */
export const hostileHeaders: fc.Arbitrary<[string, string][]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<[string, string][]>([]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.constantFrom<[string, string]>(
        ...([
          ['x-forwarded-for', '1.2.3.4, ::1, , unknown, \x80'],
          ['x-forwarded-host', 'evil.test'],
          ['cookie', 'session=; session=%; session=%00'],
          ['cookie', `a=${'b'.repeat(4_000)}`],
          ['accept-encoding', 'zstd;q=x, identity;q=0'],
          ['accept', 'text/html;q=\x80'],
          ['range', 'bytes=9-1,-,x'],
          ['if-none-match', '*'],
          ['if-modified-since', 'never'],
          ['content-encoding', 'gzip'],
          ['x-http-method-override', 'DELETE'],
          ['accept', 'application/json'],
        ] satisfies [string, string][]),
      ),
      { maxLength: 4 },
    ),
  },
)

/** One segment of a path; sometimes with a percent sign that encodes nothing. */
export const pathSegment = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: text.map(encode) },
    { weight: 1, arbitrary: text.map(value => `${encode(value)}%`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%c3%28', '%ed%a0%80', '%00', '%2f', '%5c'),
    },
  )

/** What follows the question mark, from pairs; some of them doubled, broken or without a value. */
export const search = (pairs: [string, string][]): string =>
  pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`

export const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function nested(open: string, close: string, depth: number, middle = '') {
  return open.repeat(depth) + middle + close.repeat(depth)
}
