import PostalMime from 'postal-mime'
import { headerLines, verifyDkim } from './verify-dkim.ts'

const requiredHeaders = [
  ...['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['auto-submitted', 'x-auto-response-suppress', 'reply-to', 'feedback-id', 'dkim-signature'],
]
const listHeaders = ['list-id', 'list-unsubscribe', 'list-unsubscribe-post']

type Expected = {
  isDrop: boolean
  /** The mail can be ended by one click of a mail program. */
  hasList: boolean
  /** The prefix of our own links. */
  publicUrl: string
  /** DKIM public keys by DNS name. */
  zone: Record<string, string>
}

/** Violations of the requirements of large providers in a mail as a mail server received it. */
export async function findMailErrors(raw: Buffer, expected: Expected): Promise<string[]> {
  const source = raw.toString()
  const { html = '', text = '' } = await PostalMime.parse(raw)
  return [
    ...headerErrors(raw, expected),
    ...unsubscribeErrors(raw, expected),
    ...signatureErrors(source, expected),
    ...bodyErrors(html, text),
    ...linkErrors(html, text, expected),
    ...(raw.length >= 30_000 ? [`is ${raw.length} bytes large`] : []),
    ...(source.split('\r\n').some(line => line.length > 998) ? ['has a line over 998'] : []),
    ...(/(?<!\r)\n|\r(?!\n)/.test(source) ? ['has a bare CR or LF'] : []),
  ]
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase()

function headerOf(raw: Buffer, name: string): string {
  const line = headerLines(raw).find(line => nameOf(line) === name) ?? ''
  return line.slice(line.indexOf(':') + 1).trim()
}

function headerErrors(raw: Buffer, { isDrop, hasList, publicUrl }: Expected): string[] {
  const names = headerLines(raw).map(nameOf)
  const required = hasList ? [...requiredHeaders, ...listHeaders] : requiredHeaders
  const host = new URL(publicUrl).hostname.replaceAll('.', '\\.')
  const id = isDrop ? `drop\\.\\d+\\.\\d+` : '[\\da-f-]{36}'
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map(name => `has ${name} twice`),
    ...required.filter(name => !names.includes(name)).map(name => `lacks ${name}`),
    ...(hasList ? [] : names.filter(name => /^list-|^precedence$/.test(name))).map(
      name => `has ${name}`,
    ),
    ...(headerOf(raw, 'auto-submitted') === 'auto-generated' ? [] : ['is not Auto-Submitted']),
    ...(new RegExp(`^<${id}@${host}>$`).test(headerOf(raw, 'message-id'))
      ? []
      : ['has an invalid Message-ID']),
    ...(/^(?:[\w-]+:){1,3}[a-z\d-]{5,15}$/.test(headerOf(raw, 'feedback-id'))
      ? []
      : ['has an invalid Feedback-ID']),
    ...(Number.isNaN(Date.parse(headerOf(raw, 'date'))) ? ['has an invalid date'] : []),
  ]
}

/** RFC 8058, and an address short enough not to be folded by relays. */
function unsubscribeErrors(raw: Buffer, { hasList, publicUrl }: Expected): string[] {
  if (!hasList) return []
  const address = /^<(https:[^>,\s]+)>/.exec(headerOf(raw, 'list-unsubscribe'))?.[1] ?? ''
  return [
    ...(address.startsWith(`${publicUrl}/`)
      ? []
      : ['does not offer an https address to unsubscribe first']),
    ...(address.length < 60 ? [] : [`has a one-click address of ${address.length} characters`]),
    ...(raw.toString().includes(`List-Unsubscribe: <${address}>\r\n`)
      ? []
      : ['has List-Unsubscribe on several lines']),
    ...(headerOf(raw, 'list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
      ? []
      : ['has a wrong List-Unsubscribe-Post']),
    ...(/^<[\w-]+(\.[\w-]+)+>$/.test(headerOf(raw, 'list-id')) ? [] : ['has a wrong List-Id']),
  ]
}

function signatureErrors(source: string, { hasList, zone }: Expected): string[] {
  const { valid, signed } = verifyDkim(source, zone)
  const required = [...requiredHeaders, ...(hasList ? listHeaders : [])].filter(
    name => name !== 'dkim-signature',
  )
  return [
    ...(valid ? [] : ['has no valid DKIM signature']),
    ...required.filter(name => !signed.includes(name)).map(name => `leaves ${name} unsigned`),
    ...['from', 'to', 'subject']
      .filter(name => signed.filter(other => other === name).length < 2)
      .map(name => `lets a second ${name} be added`),
  ]
}

function bodyErrors(html: string, text: string): string[] {
  const images = html.match(/<img [^>]*>/g) ?? []
  return [
    ...(text.trim().length > 100 ? [] : ['has no meaningful text part']),
    ...(/<[a-z/]/.test(text) ? ['has tags in its text part'] : []),
    ...(/^<!DOCTYPE html>/.test(html) ? [] : ['has no HTML part']),
    ...(images.some(image => /\b(?:width|height)="[01](?:px)?"/.test(image))
      ? ['has a tracking pixel']
      : []),
    ...(images.every(image => /\balt="/.test(image))
      ? []
      : ['has an image without alternative text']),
    ...(/<(?:script|form|iframe|link|object)\b/i.test(html) ? ['has active content'] : []),
  ]
}

function linkErrors(html: string, text: string, { publicUrl }: Expected): string[] {
  const links = linksIn(html, text)
  const foreign = (link: string) =>
    !/^https:\/\/(?:open\.spotify\.com|i\.scdn\.co)\/|^mailto:[^@]+@[^@?]+$/.test(link)
  return [
    ...(links.some(link => link.startsWith(`${publicUrl}/`)) ? [] : ['has no link to our site']),
    ...links.filter(link => !URL.canParse(link)).map(link => `has the relative link ${link}`),
    ...links
      .filter(link => link !== publicUrl && !link.startsWith(`${publicUrl}/`) && foreign(link))
      .map(link => `links to a foreign site: ${link}`),
  ]
}

/** Every distinct link in both parts. */
export function linksIn(html = '', text = ''): string[] {
  const inHtml = [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  return [...new Set([...inHtml, ...(text.match(/https?:\/\/\S+/g) ?? [])])]
}
