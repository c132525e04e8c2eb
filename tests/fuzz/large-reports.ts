import * as fc from 'fast-check'
import { repeat } from './large-inputs.ts'

/** The inbound server accepts a megabyte; the end of parts is left out, so that every report fits. */
const size = 1_000_000

const numbered = (length: number, item: (n: string) => string) => {
  let text = ''
  for (let n = 0; text.length < length; n++) text += item(n.toString(36))
  return text.slice(0, length)
}

type Counts = { recipients: string; paragraphs: string }

const paragraph = fc.constantFrom(
  '550 a\n\n',
  '550 5.1.1 <fan@fans.test>: unknown\n\n',
  '<<< 550 a\n',
  'fan 550 fan@fans.test "f\\"an"@x 5.1.1 fan fan\n\n',
)
/** `N` is another one for each recipient. */
const name = fc.constantFrom('N@b2 ', 'N@b2, ', '"N"@b2,', '<@a,@b:N@b2>, (x) ', 'a@N,')

/** Each part of a report that something is read from, as large as a mail may be. */
const parts: Record<string, (counts: Counts) => string> = {
  'X-Failed-Recipients': ({ recipients, paragraphs }) =>
    `From: MAILER-DAEMON@mx.test\nX-Failed-Recipients: ${recipients.slice(0, size / 2)}\nContent-Type: multipart/mixed; boundary=b\n\n${partsOf('text/plain', paragraphs.slice(0, size / 2), 19_000)}`,
  'text paragraphs': ({ paragraphs }) => `From: MAILER-DAEMON@mx.test\n\n${paragraphs}`,
  'addresses in the text': ({ recipients, paragraphs }) =>
    `From: MAILER-DAEMON@mx.test\nContent-Type: multipart/mixed; boundary=b\n\n${partsOf('text/plain', `${recipients.slice(0, size / 2)}\n\n${paragraphs.slice(0, size / 2)}`, 19_000)}`,
  'HTML alone': ({ recipients, paragraphs }) =>
    `From: MAILER-DAEMON@mx.test\nContent-Type: text/html\n\n<p>${paragraphs.slice(0, 9_000).replaceAll('\n\n', '<p>')}${recipients}`,
  'groups of Final-Recipient': ({ recipients }) =>
    statusOf(
      recipients.replace(/\S+/g, 'Final-Recipient: rfc822;$&\nAction: failed\nStatus: 5.1.1\n\n'),
    ),
  'groups of Original-Recipient': ({ recipients }) =>
    statusOf(
      recipients.replace(
        /\S+/g,
        'Original-Recipient: rfc822;$&\nFinal-Recipient: rfc822;x@y\nAction: failed\n\n',
      ),
    ),
  'one Final-Recipient': ({ recipients, paragraphs }) =>
    statusOf(
      `Final-Recipient: rfc822;${recipients.slice(0, size / 2)}\nAction: failed\nDiagnostic-Code: smtp;${paragraphs.slice(0, size / 2).replaceAll('\n', ' ')}`,
    ),
  'status parts': ({ recipients }) =>
    `Content-Type: multipart/report; boundary=b\n\n${partsOf('message/delivery-status', `Action: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822;${recipients}`, 9_000)}`,
  'nested parts': ({ recipients, paragraphs }) =>
    `From: MAILER-DAEMON@mx.test\nX-Failed-Recipients: ${recipients.slice(0, 300_000)}\n${repeat('Content-Type: multipart/mixed; boundary=b\n\n--b\n', 300)}\n${paragraphs.slice(0, 600_000)}`,
  'fields of the original': ({ recipients }) =>
    `Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Mail-From: ${recipients.slice(0, size / 3)}\nOriginal-Rcpt-To: ${recipients.slice(0, size / 3)}\n--b\nContent-Type: message/rfc822\n\nList-Unsubscribe: <${repeat('/a', size / 3)}>\n`,
}

const partsOf = (type: string, text: string, length: number) =>
  (text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [])
    .map(part => `--b\nContent-Type: ${type}\n\n${part}\n`)
    .join('')

const statusOf = (groups: string) =>
  `Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n${groups}`

export const reportShapes = fc.record({
  part: fc.constantFrom(...Object.keys(parts)),
  name,
  paragraph,
})

type ReportShape = typeof reportShapes extends fc.Arbitrary<infer Shape> ? Shape : never

/** A report of that shape, as large as one may be with the line ends of SMTP. */
export function largeReport({ part, name, paragraph }: ReportShape): string {
  const counts = {
    recipients: numbered(size, n => name.replace('N', n)),
    paragraphs: repeat(paragraph, size),
  }
  const report = parts[part]?.(counts).slice(0, size) ?? ''
  return report.slice(0, size - report.split('\n').length)
}
