import PostalMime from 'postal-mime'
import { headOf, verifyDkim } from './verify-dkim.ts'

const always = [
  ...['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['auto-submitted', 'dkim-signature'],
]
const onDrops = ['list-id', 'list-unsubscribe', 'list-unsubscribe-post']

type Expected = {
  isDrop: boolean
  /** What links of our own start with. */
  publicUrl: string
  /** Public keys by name, as the DNS would have them. */
  zone: Record<string, string>
}

/** What is wrong with a mail as a mail server got it, for any of the large providers; empty when nothing is. */
export async function wrongsOf(raw: Buffer, expected: Expected): Promise<string[]> {
  const source = raw.toString()
  const { html = '', text = '' } = await PostalMime.parse(raw)
  return [
    ...headerWrongs(raw, expected),
    ...leavingWrongs(raw, expected),
    ...signatureWrongs(source, expected),
    ...bodyWrongs(html, text),
    ...linkWrongs(html, text, expected),
    ...(raw.length >= 30_000 ? [`is ${raw.length} bytes large`] : []),
    ...(source.split('\r\n').some(line => line.length > 998) ? ['has a line over 998'] : []),
    ...(/(?<!\r)\n|\r(?!\n)/.test(source) ? ['has a bare CR or LF'] : []),
  ]
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase()

function headerOf(raw: Buffer, name: string): string {
  const line = headOf(raw).find(line => nameOf(line) === name) ?? ''
  return line.slice(line.indexOf(':') + 1).trim()
}

function headerWrongs(raw: Buffer, { isDrop, publicUrl }: Expected): string[] {
  const names = headOf(raw).map(nameOf)
  const needed = isDrop ? [...always, ...onDrops] : always
  const host = new URL(publicUrl).hostname.replaceAll('.', '\\.')
  const id = isDrop ? `drop\\.\\d+\\.\\d+` : '[\\da-f-]{36}'
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map(name => `has ${name} twice`),
    ...needed.filter(name => !names.includes(name)).map(name => `lacks ${name}`),
    ...(isDrop ? [] : names.filter(name => /^list-|^precedence$/.test(name))).map(
      name => `has ${name}`,
    ),
    ...(headerOf(raw, 'auto-submitted') === 'auto-generated' ? [] : ['is not Auto-Submitted']),
    ...(new RegExp(`^<${id}@${host}>$`).test(headerOf(raw, 'message-id'))
      ? []
      : ['has a Message-ID of another form']),
    ...(Number.isNaN(Date.parse(headerOf(raw, 'date'))) ? ['has no date that can be read'] : []),
  ]
}

/** RFC 8058, and what relays do to long lines. */
function leavingWrongs(raw: Buffer, { isDrop, publicUrl }: Expected): string[] {
  if (!isDrop) return []
  const address = /^<(https:[^>,\s]+)>/.exec(headerOf(raw, 'list-unsubscribe'))?.[1] ?? ''
  return [
    ...(address.startsWith(`${publicUrl}/`) ? [] : ['offers no https address to leave first']),
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

function signatureWrongs(source: string, { isDrop, zone }: Expected): string[] {
  const { valid, signed } = verifyDkim(source, zone)
  const needed = [...always, ...(isDrop ? onDrops : [])].filter(name => name !== 'dkim-signature')
  return [
    ...(valid ? [] : ['has no valid DKIM signature']),
    ...needed.filter(name => !signed.includes(name)).map(name => `leaves ${name} unsigned`),
  ]
}

function bodyWrongs(html: string, text: string): string[] {
  const images = html.match(/<img [^>]*>/g) ?? []
  return [
    ...(text.trim().length > 100 ? [] : ['has no text part worth the name']),
    ...(/<[a-z/]/.test(text) ? ['has tags in its text part'] : []),
    ...(/^<!DOCTYPE html>/.test(html) ? [] : ['has no HTML part']),
    ...(images.some(image => /\b(?:width|height)="[01](?:px)?"/.test(image))
      ? ['has a tracking pixel']
      : []),
    ...(images.every(image => /\balt="/.test(image)) ? [] : ['has a picture without words']),
    ...(/<(?:script|form|iframe|link|object)\b/i.test(html) ? ['has active content'] : []),
  ]
}

function linkWrongs(html: string, text: string, { publicUrl }: Expected): string[] {
  const links = linksIn(html, text)
  const foreign = (link: string) => !/^https:\/\/(?:open\.spotify\.com|i\.scdn\.co)\//.test(link)
  return [
    ...(links.some(link => link.startsWith(`${publicUrl}/`)) ? [] : ['has no link to us']),
    ...links.filter(link => !URL.canParse(link)).map(link => `has the relative link ${link}`),
    ...links
      .filter(link => link !== publicUrl && !link.startsWith(`${publicUrl}/`) && foreign(link))
      .map(link => `leads elsewhere by ${link}`),
  ]
}

/** Every address in both parts, each once. */
export function linksIn(html = '', text = ''): string[] {
  const inHtml = [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  return [...new Set([...inHtml, ...(text.match(/https?:\/\/\S+/g) ?? [])])]
}
