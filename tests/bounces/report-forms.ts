import * as fc from 'fast-check'

type Encoding = '8bit' | 'quoted-printable' | 'base64'
type Part = { type: string; body: string | Buffer }

/** What mail systems write around the fields, in their languages. */
const prose = fc.constantFrom(
  'This is the mail system. I could not deliver your message.',
  'Ihre Nachricht konnte nicht zugestellt werden. Grüße, der Mailserver',
  'Votre message n’a pas pu être remis à son destinataire.',
  'メールを配信できませんでした。',
  'Не удалось доставить ваше сообщение.',
  'تعذر تسليم رسالتك.',
  '',
)
const charset = fc.constantFrom(
  'us-ascii',
  'utf-8',
  'iso-8859-1',
  'utf-16le',
  'iso-2022-jp',
  'x-unknown',
)
const encoding = fc.constantFrom<Encoding>('8bit', 'quoted-printable', 'base64')
const nesting = fc.constantFrom('none', 'mixed with a footer', 'mixed twice')
const originals = fc.constantFrom('none', 'headers', 'whole', 'global')
const text = fc.constantFrom('plain', 'html', 'both')

const form = fc.record({
  prose,
  charset,
  text,
  encodings: fc.array(encoding, { minLength: 3, maxLength: 3 }),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  nesting,
  original: originals,
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasUpperCaseNames: fc.boolean(),
  isQuoted: fc.boolean(),
  headers: fc.subarray(['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Mailer: x']),
  from: fc.constantFrom(
    'MAILER-DAEMON@mx.test (Mail Delivery System)',
    'Mail Delivery Subsystem <mailer-daemon@mx.test>',
    '"Post Master" <postmaster@mx.test>',
  ),
})

/** Reports (RFC 3464, RFC 6533) with these fields about a recipient, in all forms that MIME permits. */
export const statusReports = (fields: string) =>
  form.map(given => {
    const { encodings, order, original, hasUpperCaseNames } = given
    const status = `Reporting-MTA: dns; mx.test\n\n${fields}\n`
    const isGlobal = original === 'global'
    const parts: Part[] = [
      proseOf(given, given.prose),
      {
        type: `message/${isGlobal ? 'global-' : ''}delivery-status`,
        body: hasUpperCaseNames ? status.replace(/^[\w-]+:/gm, name => name.toUpperCase()) : status,
      },
      ...originalOf(original),
    ]
    const ordered = order.flatMap(index => parts[index] ?? [])
    const report = multipart('report; report-type=delivery-status', ordered, 'report', encodings)
    return mailOf(given, given.from, nest(given.nesting, report))
  })

/** Bounces of mail systems that send no fields. `words` name the recipient and the reason. */
export const proseReports = (words: string) =>
  form.map(given => {
    const { prose, encodings, original, nesting } = given
    const part = proseOf(given, `${prose}\n\n${words}`)
    const from = given.from.replace('postmaster', 'mailer-daemon')
    if (original === 'none') return mailOf(given, from, encoded(part, encodings[0]))
    const mixed = multipart('mixed', [part, ...originalOf(original)], 'prose', encodings)
    return mailOf(given, from, nest(nesting, mixed))
  })

type Form = typeof form extends fc.Arbitrary<infer Given> ? Given : never

function mailOf({ headers, lineEnd, isQuoted }: Form, from: string, content: string): Buffer {
  const fields = [
    'Return-Path: <>',
    `From: ${from}`,
    'To: bounce+path@radr.test',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    ...headers,
  ]
  const mail = `${fields.join('\n')}\n${content}`
  const written = isQuoted ? mail : mail.replace(/boundary="([\w-]+)"/g, 'boundary=$1')
  return Buffer.from(written.replaceAll('\n', lineEnd), 'latin1')
}

function proseOf({ charset, text }: Form, words: string): Part {
  const html = `<html><head><title>Mail</title></head><body>${words
    .split('\n\n')
    .map(
      paragraph =>
        `<p>${paragraph.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
    )
    .join('')}</body></html>`
  const plainPart = { type: `text/plain; charset=${charset}`, body: inCharset(words, charset) }
  const htmlPart = { type: `text/html; charset="${charset}"`, body: inCharset(html, charset) }
  if (text === 'plain') return plainPart
  if (text === 'html') return htmlPart
  const both = multipart('alternative', [plainPart, htmlPart], 'both', ['base64', 'base64'])
  return { type: '', body: both }
}

function inCharset(words: string, charset: string): Buffer {
  if (charset === 'utf-16le') return Buffer.from(words, 'utf16le')
  if (charset === 'iso-8859-1') return Buffer.from(words, 'latin1')
  if (charset === 'us-ascii') return Buffer.from(words.replace(/[^\0-\x7f]/g, '?'))
  if (charset === 'iso-2022-jp')
    return Buffer.from(words.replace(/[^\0-\x7f]+/g, '\x1b$B%a!<%k\x1b(B'), 'latin1')
  return Buffer.from(words)
}

function originalOf(original: string): Part[] {
  const head = `Return-Path: <bounce+path@radr.test>
From: Radr <drops@radr.test>
To: <somebody@elsewhere.test>
Subject: @star dropped Radr #1
Auto-Submitted: auto-generated
Content-Type: multipart/alternative; boundary="original"
`
  const whole = `${head}
--original
Content-Type: text/plain

> 552 5.2.2 The mailbox is full, sings @star. Action: delayed
--original--
`
  if (original === 'headers') return [{ type: 'text/rfc822-headers', body: head }]
  if (original === 'whole') return [{ type: 'message/rfc822', body: whole }]
  return original === 'global' ? [{ type: 'message/global', body: whole }] : []
}

function multipart(type: string, parts: Part[], boundary: string, encodings: Encoding[]): string {
  const written = parts.map((part, index) => `--${boundary}\n${encoded(part, encodings[index])}`)
  return `Content-Type: multipart/${type}; boundary="${boundary}"\n\nA preamble.\n${written.join('\n')}\n--${boundary}--\n`
}

function encoded({ type, body }: Part, encoding: Encoding = '8bit'): string {
  if (type === '') return String(body)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  // Text of two bytes a character would have line ends of its own.
  const usable = type.includes('utf-16') ? 'base64' : encoding
  return `Content-Type: ${type}\nContent-Transfer-Encoding: ${usable}\n\n${transfer(bytes, usable)}`
}

function transfer(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'base64') return bytes.toString('base64').replace(/.{76}/g, '$&\n')
  if (encoding === '8bit') return bytes.toString('latin1')
  const quoted = bytes
    .toString('latin1')
    .replace(
      /[^\t\n -<>-~]/g,
      character => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
  return quoted.replace(/[^\n]{60}(?=[^\n]{20})/g, '$&=\n')
}

function nest(nesting: string, content: string): string {
  if (nesting === 'none') return content
  const footer = { type: 'text/plain', body: 'Scanned by a mail gateway.' }
  const mixed = multipart('mixed', [{ type: '', body: content }, footer], 'outer', [])
  return nesting === 'mixed twice'
    ? multipart('mixed', [{ type: '', body: mixed }], 'outermost', [])
    : mixed
}
