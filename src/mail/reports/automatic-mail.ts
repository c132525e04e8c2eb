import { decodeWords } from 'postal-mime'
import { addressIn } from './address-in.ts'
import type { MimeMail } from './mime-parts.ts'

/** Says that our mail was read, and is no report about its delivery whatever it contains (RFC 8098). */
export function isReadReceipt({ fields, parts }: MimeMail): boolean {
  if (/;\s*report-type\s*=\s*"?disposition-notification/i.test(fields.get('content-type') ?? ''))
    return true
  return parts.some(({ type }) => /^message\/(?:global-)?disposition-notification$/.test(type))
}

/**
 * Answered by a program for a person: a vacation notice, a ticket system, a mailing list. Mail systems mark bounces
 * without a machine-readable part as automatic, too, and some as bulk.
 */
export function isAutomaticAnswer(mail: MimeMail): boolean {
  const { fields } = mail
  const names = [
    'x-autoreply',
    'x-autorespond',
    'x-autoresponder',
    'x-auto-reply-from',
    'x-mail-autoreply',
  ]
  if (names.some(name => fields.has(name))) return true
  const precedence = fields.get('precedence') ?? ''
  if (/auto.?reply/i.test(precedence) || awaySubject.test(headerText(fields.get('subject'))))
    return true
  if (isFromMailerDaemon(mail)) return false
  const submitted = fields.get('auto-submitted')
  return (
    (submitted !== undefined && !/^\s*no\b/i.test(submitted)) || /bulk|junk|list/i.test(precedence)
  )
}

/** The name of a sender alone proves nothing: a person can be called Post Master. */
export function isFromMailerDaemon(mail: MimeMail): boolean {
  return mail.fields.has('x-failed-recipients') || mailerDaemon.test(senderOf(mail))
}

export const isFromPostmaster = (mail: MimeMail): boolean =>
  /^post[._-]?master\b/.test(senderOf(mail))

/** The address in lower case, or what stands in its place, such as `MAILER-DAEMON <>`. */
function senderOf({ fields }: MimeMail): string {
  const from = fields.get('from') ?? ''
  return (addressIn(from) ?? from.trim()).toLowerCase()
}

const mailerDaemon = /^"?(?:mailer[._-]?daemon|mail[._-]delivery[._-](?:sub)?system)\b/

/** How mail programs and providers begin the subject of such an answer. */
const awaySubject =
  /^\s*(?:auto(?:matic|matische|matisch)?[ -]?(?:reply|response|antwort|replied|responder)|auto:|out of (?:the )?office|away (?:from|until)|on (?:vacation|holiday|leave)|vacation (?:reply|response|message|notice)|abwesenheit|ich bin (?:nicht|abwesend)|r[ée]ponse automatique|absence du bureau|respuesta autom[áa]tica|fuera de la oficina|risposta automatica|fuori sede|resposta autom[áa]tica|automatisch antwoord|afwezig|autosvar|automaattinen vastaus|odpowied[źz] automatyczna|自動(?:応答|返信)|自动(?:回复|答复)|자동 (?:응답|회신)|автоответ|автоматический ответ)/i

/** Fields are read as Latin-1: their text is UTF-8 or in encoded words (RFC 2047). */
export const headerText = (value = ''): string => decodeWords(utf8Of(value))

export const utf8Of = (value = ''): string =>
  Buffer.from(value.slice(0, 1_000), 'latin1').toString('utf8')
