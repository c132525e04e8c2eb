import type { NodemailerError } from 'nodemailer/lib/errors'
import type { Outcome } from '../mail.ts'
import type { Server } from './parse-server.ts'
import { replySubject } from './reply-subject.ts'

/**
 * The outcome of a failed attempt. `bodyStarted` says whether the server had requested the body (354);
 * `secrets` are texts that the outcome must not contain, in addition to addresses and the local part
 * of the recipient.
 */
export function outcomeOf(
  error: NodemailerError,
  bodyStarted: boolean,
  secrets: string[],
  { from, to: recipient }: { from: string; to: string },
): Outcome {
  const code = error.responseCode ?? 0
  const response = redact(error.response ?? '', secrets, recipient)
  const reason = redact(error.message, secrets, recipient)
  const unavailable: Outcome = { kind: 'unavailable', reason: response || reason }
  if (isTooLarge(error)) {
    return {
      kind: 'rejected',
      code: 552,
      enhanced: '5.3.4',
      response: '5.3.4 larger than the server accepts',
      isClear: true,
    }
  }
  if (code < 400 || code >= 600)
    return bodyStarted ? { kind: 'unknown', reason } : { ...unavailable, code: noReply }
  // qmail ends its replies with the code.
  const enhanced = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b|\(#(5\.\d\.\d)\)$/.exec(
    error.response ?? '',
  )
  const status = enhanced?.[1] ?? enhanced?.[2]
  const reply = { code, enhanced: status, text: error.response ?? '', command: error.command }
  const subject = replySubject(reply)
  if (subject === 'sender')
    return error.command === 'MAIL FROM' || namesAddress(error.response, from)
      ? { kind: 'unavailable', reason: `${senderIn(from)} is refused: ${response}`, code }
      : { ...unavailable, code }
  if (code < 500) return { kind: 'retry', code, response }
  const isClear = subject === 'recipient'
  return { kind: 'rejected', code, response, isClear, ...(status && { enhanced: status }) }
}

/**
 * A server that hangs up or stalls during a mail might as well have answered that it closes the connection. For the mail flow
 * it may be about the recipient: otherwise one whose server always does so would be tried for ever.
 */
export const noReply = 421

/** Postfix refuses a sender in its reply to RCPT TO. */
const namesAddress = (response = '', address: string) =>
  response.toLowerCase().includes(`<${address.toLowerCase()}>`)

/** Tells the operator which of our senders it is: drop mails have a return path of their own. Not as an address. */
function senderIn(address: string): string {
  const [localPart = '', domain] = address.split('@')
  return `The sender ${localPart.replace(/\+.*/, '+…')} of ${domain}`
}

/** The text on one line, at most 300 characters, without secrets, addresses, and even the local part of `recipient` alone. */
export function redact(text: string, secrets: string[], recipient = ''): string {
  let safe = text
  for (const secret of secrets.filter(Boolean)) {
    safe = safe.replaceAll(secret, '[hidden]')
  }
  return hideLocalPart(safe.replace(addresses, '[address]'), recipient)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}

const addresses = /(?:"[^"@]{1,64}"|[^\s<>()[\]",;:]+)@[^\s<>()[\]",;:]+/g

/** Hides the local part with and without its sub-address. Does not match within a status code such as 5.1.1. */
function hideLocalPart(text: string, address: string): string {
  const localPart = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  const mailbox = localPart.replace(/\+.*/, '')
  // Searched first: compiling the expression took a sixth of the time of a mail, and few responses need it.
  if (!text.toLowerCase().includes(mailbox.toLowerCase())) return text
  const parts = [localPart, mailbox].filter(Boolean)
  if (parts.length === 0) return text
  const either = parts.map(part => RegExp.escape(part)).join('|')
  const alone = new RegExp(`(?<![\\p{L}\\d.])(?:${either})(?![\\p{L}\\d]|\\.\\d)`, 'giu')
  return text.replace(alone, '[address]')
}

/** nodemailer compares the size with the SIZE extension of the server before it sends MAIL FROM. */
const isTooLarge = (error: NodemailerError) =>
  error.code === 'EMESSAGE' && error.command === 'MAIL FROM' && error.responseCode === undefined

/** Why no connection came about, without user and password. */
export function connectionError(error: Error, { options, secrets }: Server): string {
  const user = options.auth?.user
  const text = redact(error.message, secrets)
  const reason = user ? text.replace(wholeWord(user), '[hidden]') : text
  // OpenSSL's words for a server that greets in plain text.
  return options.secure && /wrong version number/i.test(reason)
    ? `${reason} (this port speaks no TLS at first: smtp:// in place of smtps:// uses STARTTLS)`
    : reason
}

/** A part of a longer word stays, because a user name such as "a" would make each reason unreadable. */
const wholeWord = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'gu')
