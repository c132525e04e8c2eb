import { encode, wrap } from 'nodemailer/lib/qp'
import { crlf } from './mime.ts'

/** A line of quoted-printable has at most 76 characters, and each piece gets one more to end it. */
const lineLength = 75
const softBreak = '=\r\n'

/**
 * Encodes once a text that many mails share, because that costs more than everything else about a
 * mail. `placeholders` stand in the text where mails differ; they consist of letters, digits and hyphens.
 * Returns a function that fills the merge fields in and makes a MIME part of it.
 */
export function prepareMerge<Field extends string>(
  type: 'text/html' | 'text/plain',
  text: string,
  placeholders: Record<Field, string>,
) {
  const fields = Object.keys(placeholders) as Field[]
  const anyPlaceholder = new RegExp(`(${fields.map(field => placeholders[field]).join('|')})`)
  // The placeholders themselves are at odd indexes.
  const pieces = text.split(anyPlaceholder)
  const shared = pieces.map((piece, n) => (n % 2 === 0 ? quoted(piece) : ''))
  const fieldAt = pieces.map(piece => fields.find(field => placeholders[field] === piece))
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  return (values: Record<Field, string>) => {
    const merged = fieldAt.map((field, n) => (field ? quoted(values[field]) : shared[n]))
    return { raw: head + merged.join(softBreak) }
  }
}

const quoted = (text: string) => wrap(encode(crlf(text)), lineLength)
