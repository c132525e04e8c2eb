import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { bounceKind, type MailEvent } from './mail-event.ts'
import { parseFieldGroups } from './parse-field-groups.ts'
import { redact } from './smtp/smtp-outcome.ts'

export type MailReport = MailEvent & {
  /** Envelope senders of the reported mail, as far as the report contains them. */
  returnPaths: string[]
}

/** Bytes. The machine-readable part precedes the returned mail, and parsing a hostile megabyte takes seconds. */
const maxParsedSize = 64 * 1024

type Verdict = Pick<MailReport, 'kind' | 'detail'>

/**
 * What an incoming mail reports about one of ours: a delivery status notification (RFC 3464), a
 * feedback report (RFC 5965) or a bounce in prose. Null for everything else: automatic replies, delay
 * notifications, spam. Throws for input that is not a mail.
 */
export async function parseReport(raw: Uint8Array): Promise<MailReport | null> {
  const mail = await PostalMime.parse(raw.subarray(0, maxParsedSize), {
    // Keeps the returned mail from being read as part of the report.
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  })
  const verdict = parseVerdict(mail)
  if (!verdict) return null
  const reportId = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest('base64url')
  return { ...verdict, reportId, returnPaths: returnPathsIn(mail) }
}

function parseVerdict(mail: Email): Verdict | null {
  const isReport = /^multipart\/report\b/i.test(headerOf(mail, 'content-type'))
  if (!isReport) return parseProseBounce(mail)
  const status = partOf(mail, /^message\/(global-)?delivery-status$/)
  if (status !== null) return parseDeliveryStatus(status)
  const feedback = partOf(mail, /^message\/feedback-report$/)
  return feedback === null ? null : parseFeedback(feedback)
}

/** A mail of ours has one recipient, but a forwarding server may report on several: a failure takes precedence. */
function parseDeliveryStatus(text: string): Verdict | null {
  const verdicts = parseFieldGroups(text).flatMap(fields => parseRecipient(fields) ?? [])
  return verdicts.find(({ kind }) => kind !== 'delivered') ?? verdicts[0] ?? null
}

function parseRecipient(fields: Map<string, string>): Verdict | null {
  const action = fields.get('action')?.toLowerCase().trim()
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;/, '').trim()
  if (action === 'delivered') return { kind: 'delivered', detail: 'delivered' }
  if (action !== 'failed') return null
  const status = enhancedCodeIn(fields.get('status') ?? '')
  if (status?.startsWith('2')) return null
  // Many servers write 5.0.0 in the field and the specific code in the text.
  const isGeneric = status === undefined || status.endsWith('.0.0')
  return failure((isGeneric && enhancedCodeIn(diagnostic)) || status || '5.0.0', diagnostic)
}

/** The detail starts with the code, like the response of a mail server. */
function failure(code: string, text: string): Verdict {
  const startsWithCode = text.replace(/^[245]\d\d[ -]/, '').startsWith(code)
  return { kind: bounceKind(code), detail: detailOf(startsWithCode ? text : `${code} ${text}`) }
}

/** Truncated at a space before addresses are redacted, so that no part of an address remains. */
function detailOf(text: string) {
  const start = text.length > 600 ? text.slice(0, 600).replace(/\S*$/, '') : text
  return redact(start, [])
}

/** Types such as `not-spam`, `virus` and `auth-failure` do not ask for mail to stop. */
function parseFeedback(text: string): Verdict | null {
  const type = parseFieldGroups(text)[0]?.get('feedback-type')?.toLowerCase().trim() ?? ''
  return ['abuse', 'fraud', 'opt-out'].includes(type) ? { kind: 'complaint', detail: type } : null
}

/**
 * A bounce without machine-readable parts, as qmail writes them. It counts when a mail system wrote it
 * and a permanent status code (5.x.x) precedes the returned mail; 4.x.x may be about a delay.
 */
function parseProseBounce(mail: Email): Verdict | null {
  const isFromSystem = /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  if (!isFromSystem || /auto-replied/i.test(headerOf(mail, 'auto-submitted'))) return null
  const text = (mail.text ?? '').slice(0, 20_000)
  const prose = text.split(/^(?:-{3,}.*|return-path:.*|received:.*|message-id:.*)$/im)[0] ?? ''
  const code = enhancedCodeIn(prose)
  return code?.startsWith('5') ? failure(code, lineWith(code, prose)) : null
}

const lineWith = (code: string, text: string) =>
  text.split('\n').find(line => line.includes(code)) ?? ''

/** The first enhanced status code that is not part of a longer number, such as an IP address. */
const enhancedCodeIn = (text: string) =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0]

function returnPathsIn(mail: Email): string[] {
  const feedback = partOf(mail, /^message\/feedback-report$/) ?? ''
  const original =
    partOf(mail, /^(message\/(global|rfc822)(-headers)?|text\/rfc822-headers)$/) ?? ''
  const groups = [parseFieldGroups(feedback)[0], parseFieldGroups(original)[0]]
  return groups
    .flatMap(fields => [fields?.get('original-mail-from'), fields?.get('return-path')])
    .flatMap(value => value?.replace(/[<>\s]/g, '') || [])
}

const headerOf = (mail: Email, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value ?? ''

function partOf(mail: Email, type: RegExp): string | null {
  const content = mail.attachments.find(({ mimeType }) => type.test(mimeType))?.content
  return typeof content === 'string' ? content : null
}
