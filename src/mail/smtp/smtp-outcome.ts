import type { NodemailerError } from 'nodemailer/lib/errors'
import type { Outcome } from '../mail.ts'

/**
 * What a failed attempt means. `bodyBegun` says whether the server had asked for the body (354);
 * `secrets` are texts that must not come back in the outcome, besides anything like an address.
 */
export function outcomeOf(error: NodemailerError, bodyBegun: boolean, secrets: string[]): Outcome {
  const code = error.responseCode ?? 0
  const response = withoutSecrets(error.response ?? '', secrets)
  const unavailable: Outcome = {
    kind: 'unavailable',
    reason: withoutSecrets(error.message, secrets),
  }
  if (isTooLarge(error)) {
    return {
      kind: 'refused',
      code: 552,
      enhanced: '5.3.4',
      response: 'larger than the server takes',
    }
  }
  if (concernsEveryMail.has(code)) return unavailable
  if (code >= 400 && code < 500) return { kind: 'retry', code, response }
  if (code >= 500 && code < 600) {
    const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? '')?.[1]
    // A refused MAIL FROM is about the sender, which is the same in every mail, unless it is about the size.
    if (error.command === 'MAIL FROM' && code !== 552 && enhanced !== '5.3.4') return unavailable
    return { kind: 'refused', code, response, ...(enhanced && { enhanced }) }
  }
  return bodyBegun ? { kind: 'unknown', reason: unavailable.reason } : unavailable
}

/** On one line, at most 300 characters, with placeholders for secrets and addresses. */
export function withoutSecrets(text: string, secrets: string[]): string {
  let safe = text
  for (const secret of secrets.filter(Boolean)) {
    safe = safe.replaceAll(secret, '[hidden]')
  }
  return safe
    .replace(/[^\s<>()[\]",;:]+@[^\s<>()[\]",;:]+/g, '[address]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}

// The server says goodbye (421), lost track of the session (503), or wants a login or TLS first.
const concernsEveryMail = new Set([421, 503, 530, 534, 535, 538])

/** nodemailer compares with the SIZE of EHLO by itself and asks no server. */
const isTooLarge = (error: NodemailerError) =>
  error.code === 'EMESSAGE' && error.command === 'MAIL FROM' && error.responseCode === undefined
