import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { bounceKind, type MailEvent } from './mail-event.ts'
import { readFieldGroups } from './report-fields.ts'
import { withoutSecrets } from './smtp/smtp-outcome.ts'

export type DeliveryReport = MailEvent & {
  /** Envelope senders of the mail it is about, as far as it tells them. */
  returnPaths: string[]
}

/** The part for machines stands before the mail that comes back. Reading a megabyte of lines takes seconds. */
const readAtMost = 64 * 1024

type Verdict = Pick<DeliveryReport, 'kind' | 'detail'>

/**
 * What an incoming mail says about one of ours: a delivery status note (RFC 3464), a feedback report
 * (RFC 5965) or, see `readPlainNote`, a note for people. Null for all else: answers, notes about a
 * delay, spam. Throws for what is no mail at all.
 */
export async function readReport(raw: Uint8Array): Promise<DeliveryReport | null> {
  const mail = await PostalMime.parse(raw.subarray(0, readAtMost), {
    // What is sent back with a report must not be taken for the report.
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  })
  const verdict = readVerdict(mail)
  if (!verdict) return null
  const identity = mail.messageId ?? raw
  const report = createHash('sha256').update(identity).digest('base64url')
  return { ...verdict, report, returnPaths: returnPathsIn(mail) }
}

function readVerdict(mail: Email): Verdict | null {
  const isReport = /^multipart\/report\b/i.test(headerOf(mail, 'content-type'))
  if (!isReport) return readPlainNote(mail)
  const status = partOf(mail, /^message\/(global-)?delivery-status$/)
  if (status !== null) return readStatusNote(status)
  const feedback = partOf(mail, /^message\/feedback-report$/)
  return feedback === null ? null : readFeedback(feedback)
}

/** One of ours has one recipient, but whoever forwards it may answer for several: a failure counts first. */
function readStatusNote(text: string): Verdict | null {
  const verdicts = readFieldGroups(text).flatMap(fields => readRecipient(fields) ?? [])
  return verdicts.find(({ kind }) => kind !== 'delivered') ?? verdicts[0] ?? null
}

function readRecipient(fields: Map<string, string>): Verdict | null {
  const action = fields.get('action')?.toLowerCase().trim()
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;/, '').trim()
  if (action === 'delivered') return { kind: 'delivered', detail: 'delivered' }
  if (action !== 'failed') return null
  const status = enhancedIn(fields.get('status') ?? '')
  if (status?.startsWith('2')) return null
  // Many servers say 5.0.0 in the field and what they mean in the text.
  const isVague = status === undefined || status.endsWith('.0.0')
  return failure((isVague && enhancedIn(diagnostic)) || status || '5.0.0', diagnostic)
}

/** Its detail begins as an answer of a mail server does: with the code. */
function failure(code: string, text: string): Verdict {
  const isLikeAnswer = text.replace(/^[245]\d\d[ -]/, '').startsWith(code)
  return { kind: bounceKind(code), detail: cleaned(isLikeAnswer ? text : `${code} ${text}`) }
}

/** Cut before it is cleaned, at a space, so that no half of an address is left. */
function cleaned(text: string) {
  const start = text.length > 600 ? text.slice(0, 600).replace(/\S*$/, '') : text
  return withoutSecrets(start, [])
}

/** Opinions that ask for no mail; what says "not spam", or is about a virus or a signature, does not. */
function readFeedback(text: string): Verdict | null {
  const type = readFieldGroups(text)[0]?.get('feedback-type')?.toLowerCase().trim() ?? ''
  return ['abuse', 'fraud', 'opt-out'].includes(type) ? { kind: 'complaint', detail: type } : null
}

/**
 * Notes for people, such as qmail's, count when a mail system wrote them and a code of RFC 3463 that is
 * final stands above the mail that comes back. A code that begins with 4 may be about a mere delay.
 */
function readPlainNote(mail: Email): Verdict | null {
  const isFromSystem = /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  if (!isFromSystem || /auto-replied/i.test(headerOf(mail, 'auto-submitted'))) return null
  const text = (mail.text ?? '').slice(0, 20_000)
  const note = text.split(/^(?:-{3,}.*|return-path:.*|received:.*|message-id:.*)$/im)[0] ?? ''
  const code = enhancedIn(note)
  return code?.startsWith('5') ? failure(code, lineWith(code, note)) : null
}

const lineWith = (code: string, text: string) =>
  text.split('\n').find(line => line.includes(code)) ?? ''

/** The first enhanced code that is not part of a longer number, such as an IP address. */
const enhancedIn = (text: string) => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0]

function returnPathsIn(mail: Email): string[] {
  const feedback = partOf(mail, /^message\/feedback-report$/) ?? ''
  const original =
    partOf(mail, /^(message\/(global|rfc822)(-headers)?|text\/rfc822-headers)$/) ?? ''
  const groups = [readFieldGroups(feedback)[0], readFieldGroups(original)[0]]
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
