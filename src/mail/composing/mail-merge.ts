import { randomBytes } from 'node:crypto'
import { encode, wrap } from 'nodemailer/lib/qp'
import { crlf } from '../layout/plain-text.ts'
import type { Mail } from '../mail.ts'
import { encodeMail } from './mime.ts'

/** Quoted-printable allows 76 characters a line; the soft break that ends each piece is one of them. */
const lineLength = 75
const softBreak = '=\r\n'

/** What marks each merge field in a mail. Random, so that nothing that a member wrote contains one. */
export const newPlaceholders = <Field extends string>(...fields: Field[]) =>
  Object.fromEntries(fields.map(field => [field, randomBytes(8).toString('hex')])) as Record<
    Field,
    string
  >

/** A text that many mails contain, with its encoding. */
export type EncodedText = { text: string; encoded: string }

export const encodeText = (text: string): EncodedText => ({ text, encoded: encoded(text) })

/** The value of a merge field: a text, or the encoded pieces of one. */
export type MergeValue = string | EncodedText[]

export const textOf = (value: MergeValue) =>
  typeof value === 'string' ? value : value.map(({ text }) => text).join('')

const encodingOf = (value: MergeValue) =>
  typeof value === 'string' ? encoded(value) : value.map(piece => piece.encoded).join(softBreak)

/**
 * Encodes a mail that many recipients share once: encoding is the most expensive part of sending it. Its
 * texts, recipient and headers contain placeholders. Returns a function that fills in the merge fields and
 * returns the mail's bytes; a field that a header contains must be ASCII, and is not folded.
 */
export async function prepareMerge<Field extends string>(
  mail: Mail,
  placeholders: Record<Field, string>,
) {
  const fields = Object.keys(placeholders) as Field[]
  const anyPlaceholder = new RegExp(`(${fields.map(field => placeholders[field]).join('|')})`)
  // The capturing group puts the placeholders themselves at odd indexes.
  const split = (text: string) => text.split(anyPlaceholder)
  const part = (type: string, text: string) => {
    const pieces = split(text).map((piece, n) => (n % 2 === 0 ? encoded(piece) : piece))
    return { raw: `${partHeaders(type)}\r\n\r\n${pieces.join(softBreak)}` }
  }
  const parts = { html: part('text/html', mail.html), text: part('text/plain', mail.text) }
  const source = (await encodeMail(mail, parts)).toString('latin1')
  const headersEnd = source.indexOf('\r\n\r\n')
  const prepareFill = (text: string, encodeValue: (value: MergeValue) => string) => {
    const pieces = split(text).map(
      piece => [piece, fields.find(field => placeholders[field] === piece)] as const,
    )
    return (values: Record<Field, MergeValue>) =>
      pieces.map(([piece, field]) => (field ? encodeValue(values[field]) : piece)).join('')
  }
  const fillHeaders = prepareFill(source.slice(0, headersEnd), textOf)
  const fillBody = prepareFill(source.slice(headersEnd), encodingOf)
  return (values: Record<Field, MergeValue>) =>
    Buffer.from(fillHeaders(values) + fillBody(values), 'latin1')
}

const partHeaders = (type: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`

/** Returns a text in quoted-printable, the encoding of the texts of a merged mail. */
export const encoded = (text: string) => wrap(encode(crlf(text)), lineLength)
