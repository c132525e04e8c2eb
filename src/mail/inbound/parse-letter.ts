import { createHash } from 'node:crypto'
import { isMailable } from '../../platform/text/email-address.shared.ts'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { oneLine } from '../layout/plain-text.ts'
import { addressIn } from '../reports/address-in.ts'
import {
  headerText,
  isAutomaticAnswer,
  isFromMailerDaemon,
  isReadReceipt,
  utf8Of,
} from '../reports/automatic-mail.ts'
import { htmlText } from '../reports/html-text.ts'
import type { MimeMail } from '../reports/mime-parts.ts'

/** A mail that a person wrote to us. */
export type Letter = {
  /** The same each time the mail is submitted. */
  id: string
  /** The email that a reply goes to. */
  answerTo: string
  /** Sender and recipient as the mail shows them, and its subject. */
  from: string
  to: string
  subject: string
  text: string
  /** How many attachments were left out. */
  attachments: number
}

const maxText = 20_000
const maxHeader = 200

/** Null for an automatic mail: forwarding one could begin a loop, and nobody waits for a reply. */
export function parseLetter(raw: Uint8Array, mail: MimeMail): Letter | null {
  const { fields, parts } = mail
  if (isAutomatic(mail)) return null
  const answerTo = [fields.get('reply-to'), fields.get('from')]
    .map(field => addressIn(utf8Of(field)) ?? '')
    .find(isMailable)
  if (answerTo === undefined) return null
  const isAttached = (part: MimeMail['parts'][number]) =>
    /^\s*attachment/i.test(part.fields.get('content-disposition') ?? '') ||
    !/^(?:text\/(?:plain|html)|multipart\/.*)$/.test(part.type)
  const header = (name: string) => shorten(oneLine(headerText(fields.get(name))), maxHeader)
  return {
    id: createHash('sha256')
      .update(fields.get('message-id') ?? raw)
      .digest('hex')
      .slice(0, 32),
    answerTo,
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: textOf(parts.filter(part => !isAttached(part))),
    attachments: parts.filter(isAttached).length,
  }
}

function isAutomatic(mail: MimeMail): boolean {
  const { fields } = mail
  const names = ['list-id', 'list-unsubscribe', 'feedback-id', 'x-auto-response-suppress']
  return (
    isReadReceipt(mail) ||
    isAutomaticAnswer(mail) ||
    isFromMailerDaemon(mail) ||
    names.some(name => fields.has(name)) ||
    // The inbound server puts the field there.
    fields.get('return-path') === '<>'
  )
}

function textOf(parts: MimeMail['parts']): string {
  const plain = parts.filter(({ type }) => type !== 'text/html')
  const texts = plain.some(({ text }) => text !== '')
    ? plain.map(({ text }) => text)
    : parts.map(({ text }) => htmlText(text.slice(0, 10 * maxText)))
  const text = texts.filter(text => text !== '').join('\n\n')
  return shorten(text.slice(0, 2 * maxText).replace(/[^\P{Cc}\n\t]/gu, ''), maxText)
}
