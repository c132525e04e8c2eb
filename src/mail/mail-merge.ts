import { encode, wrap } from 'nodemailer/lib/qp'
import { crlf } from './layout/plain-text.ts'

/** Quoted-printable allows 76 characters a line; the soft break that ends each piece is one of them. */
const lineLength = 75
const softBreak = '=\r\n'

/**
 * Encodes a text shared by many mails once: encoding is the most expensive part of composing a mail.
 * `placeholders` mark the merge fields in the text and consist of letters, digits and hyphens.
 * Returns a function that fills in the merge fields and returns a MIME part.
 */
export function prepareMerge<Field extends string>(
  type: 'text/html' | 'text/plain',
  text: string,
  placeholders: Record<Field, string>,
) {
  const fields = Object.keys(placeholders) as Field[]
  const anyPlaceholder = new RegExp(`(${fields.map(field => placeholders[field]).join('|')})`)
  // The capturing group puts the placeholders themselves at odd indexes.
  const pieces = text.split(anyPlaceholder)
  const shared = pieces.map((piece, n) => (n % 2 === 0 ? encoded(piece) : ''))
  const fieldAt = pieces.map(piece => fields.find(field => placeholders[field] === piece))
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  return (values: Record<Field, string>) => {
    const merged = fieldAt.map((field, n) => (field ? encoded(values[field]) : shared[n]))
    return { raw: head + merged.join(softBreak) }
  }
}

const encoded = (text: string) => wrap(encode(crlf(text)), lineLength)
