import { domainToASCII } from 'node:url'

/** RFC 5321: 64 characters, @ and 255 characters; the rest is for names, routes, comments and folding. */
const maxLength = 1_000

/**
 * The email address in the value of a field, in the one spelling in which addresses are compared: without comments,
 * display name, route, quotes and a dot at the end, with the host in lower-case ASCII. Null where there is none.
 */
export function addressIn(value: string): string | null {
  const tokens = tokensOf(withoutComments(decodeUnicode(value.slice(0, maxLength))))
  const inner = innerMost(tokens)
  const at = inner.lastIndexOf('@')
  if (at < 0) return null
  const local = takeWords(inner.slice(0, at).reverse()).reverse()
  const host = hostOf(inner.slice(at + 1))
  return local.length > 0 && host ? `${localPartOf(local)}@${host}` : null
}

/** The addresses of a list, such as `To`, at most `max`. */
export function addressesIn(list: string, max: number): string[] {
  const members = withoutComments(list.slice(0, maxListLength)).match(
    /(?:"(?:\\.|[^"\\])*"|[^",])+/g,
  )
  return (members ?? []).slice(0, max).flatMap(member => addressIn(member) ?? [])
}

const maxListLength = 4_000

/** The addresses of a field about a recipient (RFC 3464, RFC 6533), such as `rfc822; fan@mail.example`, without its type. */
export function recipientsIn(field: string): string[] {
  const value = withoutComments(field.slice(0, maxLength)).replace(/^\s*[\w-]+\s*;/, '')
  // Some servers decode the xtext of ORCPT, and some repeat it.
  const spellings = new Set([value, decodeXtext(value)])
  return [...new Set([...spellings].flatMap(spelling => addressIn(spelling) ?? []))]
}

/** RFC 3461: `+2B` for the plus sign. */
const decodeXtext = (text: string) =>
  text.replace(/\+([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** RFC 6533: `\x{FC}` for ü. */
const decodeUnicode = (text: string) =>
  text.replace(/\\x\{((?:10|[\dA-F])?[\dA-F]{1,4})\}/gi, (_, hex) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )

/** A comment can be in another one and contain quotation marks, and counts as a space. */
export function withoutComments(text: string): string {
  let kept = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const escaped = character === '\\' ? text.charAt(++at) : ''
    if (character === '"' && depth === 0) isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth++
    if (depth === 0) kept += character + escaped
    if (!isQuoted && character === ')' && depth > 0 && --depth === 0) kept += ' '
  }
  return kept
}

const tokensOf = (text: string): string[] =>
  text.match(/"(?:\\[\s\S]|[^"\\])*"|\[[^[\]@]*\]|[<>@,:;.]|[^\s"<>@,:;.[\]]+/g) ?? []

/** What is between the last angle brackets, if there are any, without a route or the name of a group. */
function innerMost(tokens: string[]): string[] {
  const opened = tokens.lastIndexOf('<')
  const rest = tokens.slice(opened + 1)
  const closed = opened < 0 ? -1 : rest.indexOf('>')
  const inner = closed < 0 ? rest : rest.slice(0, closed)
  const name = inner.slice(0, inner.lastIndexOf('@') + 1).lastIndexOf(':')
  return inner.slice(name + 1)
}

/** Words with dots between them, from the first on. */
function takeWords(tokens: string[]): string[] {
  const end = tokens.findIndex(
    (token, index) =>
      /^[<>@,:;]$/.test(token) || (token !== '.' && index > 0 && tokens[index - 1] !== '.'),
  )
  return end < 0 ? tokens : tokens.slice(0, end)
}

function localPartOf(words: string[]): string {
  const plain = words.map(word => (word.startsWith('"') ? unquoted(word) : word)).join('')
  // The local part could look like an address itself.
  return /^[^\s"(),:;<>@[\\\]]+$/.test(plain) ? plain : JSON.stringify(plain)
}

const unquoted = (word: string) => word.slice(1, -1).replace(/\\([\s\S])/g, '$1')

/** Empty where there is none, as for a quoted string. */
function hostOf(tokens: string[]): string {
  const host = takeWords(tokens).join('').replace(/\.+$/, '')
  if (host.includes('"')) return ''
  return (domainToASCII(host) || host).toLowerCase()
}
