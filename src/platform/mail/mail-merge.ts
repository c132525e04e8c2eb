import { encode, wrap } from 'nodemailer/lib/qp'
import { crlf } from './mime.ts'

/** A line of quoted-printable has at most 76 characters, and each piece gets one more to end it. */
const lineLength = 75
const softBreak = '=\r\n'

/**
 * Encodes once a text that many mails share, because that costs more than everything else about a
 * mail. `marks` stand in the text where each mail has words of its own; they are letters, digits and
 * hyphens. Answers what puts these words in and makes a MIME part of it.
 */
export function prepareMerge<Place extends string>(
  type: 'text/html' | 'text/plain',
  text: string,
  marks: Record<Place, string>,
) {
  const places = Object.keys(marks) as Place[]
  const anyMark = new RegExp(`(${places.map(place => marks[place]).join('|')})`)
  // With the marks themselves at the odd ones.
  const pieces = text.split(anyMark)
  const shared = pieces.map((piece, n) => (n % 2 === 0 ? quoted(piece) : ''))
  const own = pieces.map(piece => places.find(place => marks[place] === piece))
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  return (words: Record<Place, string>) => {
    const merged = own.map((place, n) => (place ? quoted(words[place]) : shared[n]))
    return { raw: head + merged.join(softBreak) }
  }
}

const quoted = (text: string) => wrap(encode(crlf(text)), lineLength)
