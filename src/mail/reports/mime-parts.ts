import { parseFields } from './parse-field-groups.ts'

/** A part without parts of its own. An attached mail stays one text. */
type MimePart = {
  type: string
  fields: Map<string, string>
  text: string
  /** The part is in a multipart/alternative, where other parts say the same. */
  isAlternative: boolean
}

export type MimeMail = { fields: Map<string, string>; parts: MimePart[] }

const maxDepth = 8
const maxParts = 100
/** RFC 2046. */
const maxBoundary = 70

/** Parses in linear time, because anyone can send a report; postal-mime takes 20 seconds for a megabyte of empty lines. */
export function parseMime(raw: Uint8Array): MimeMail {
  const parts: MimePart[] = []
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  return {
    fields: collectParts({ source: `\n${source}`, depth: 0, isAlternative: false }, parts),
    parts,
  }
}

type Source = Pick<MimePart, 'isAlternative'> & {
  /** Begins with the line break before its first field. */
  source: string
  depth: number
}

/** Returns the fields. */
function collectParts(
  { source, depth, isAlternative }: Source,
  parts: MimePart[],
): Map<string, string> {
  const end = /\n\r?\n/.exec(source)
  const headEnd = end ? end.index : source.length
  const fields = parseFields(source.slice(0, headEnd))
  const body = source.slice(headEnd)
  const contentType = fields.get('content-type') ?? 'text/plain'
  const boundary = boundaryOf(contentType)
  if (boundary && depth < maxDepth) {
    const inner = {
      depth: depth + 1,
      isAlternative: /^multipart\/alternative\b/i.test(contentType),
    }
    for (const source of splitAt(boundary, body)) {
      if (parts.length < maxParts) collectParts({ source, ...inner }, parts)
    }
    return fields
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isText = /^(text|message|multipart)\//.test(type)
  parts.push({ type, fields, text: isText ? decode(body, fields).trim() : '', isAlternative })
  return fields
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\//i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  return boundary && boundary.length <= maxBoundary ? boundary : undefined
}

/** The parts, each with the line break that ends the boundary before it. */
function* splitAt(boundary: string, body: string): Generator<string> {
  const mark = `\n--${boundary}`
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const lineEnd = body.indexOf('\n', at + mark.length)
    const rest = body.slice(at + mark.length, lineEnd < 0 ? undefined : lineEnd).trimEnd()
    if (rest !== '' && rest !== '--') continue
    if (start >= 0) yield body.slice(start, at)
    if (rest === '--' || lineEnd < 0) return
    start = lineEnd
  }
  if (start >= 0) yield body.slice(start)
}

function decode(body: string, fields: Map<string, string>): string {
  const encoding = /[\w-]+/.exec(fields.get('content-transfer-encoding') ?? '')?.[0].toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(body) : body, 'latin1')
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(fields.get('content-type') ?? '')?.[1]
  // `^` and `.` know more line ends than `\n`; with one alone, expressions that exclude it are linear.
  return decoderOf(charset)
    .decode(bytes)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
}

const unquote = (text: string) =>
  text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Unknown character sets are decoded as UTF-8: the codes are ASCII in any case. */
function decoderOf(charset = 'utf-8') {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}
