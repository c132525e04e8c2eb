import MailComposer from 'nodemailer/lib/mail-composer'
import { isMailable } from '../../platform/text/email-address.shared.ts'
import { crlf, oneLine } from '../layout/plain-text.ts'
import type { EncodedMail, Mail, Outcome } from '../mail.ts'
import { type Dkim, signDkim } from './dkim.ts'

export type WireMail = { envelope: { from: string; to: string; size: number }; raw: Buffer }

/** Throws `TypeError` for an invalid address, Message-ID or header. */
export async function composeMail(mail: Mail | EncodedMail, dkim?: Dkim): Promise<WireMail> {
  const sender = mail.returnPath ?? mail.from.address
  for (const address of [mail.from.address, mail.to.address, sender]) {
    if (!isMailable(address)) throw new TypeError('A mail needs plain addresses')
  }
  if (!/^<[!-;=?-~]+@[!-;=?-~]+>$/.test(mail.messageId)) {
    throw new TypeError('A mail needs a Message-ID like <id@host>')
  }
  const unsigned = 'bytes' in mail ? mail.bytes : await encodeMail(mail)
  const raw = dkim ? signDkim(unsigned, dkim) : unsigned
  return { envelope: { from: sender, to: mail.to.address, size: raw.length }, raw }
}

type Part = string | { raw: string }

/** The mail as bytes with CRLF line ends. `parts` are texts, or MIME parts that are encoded already. */
export const encodeMail = (
  mail: Mail,
  parts: { html: Part; text: Part } = { html: crlf(mail.html), text: crlf(mail.text) },
): Promise<Buffer> =>
  new MailComposer({
    from: { name: oneLine(mail.from.name), address: mail.from.address },
    to: { name: '', address: mail.to.address },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo.address } }),
    subject: oneLine(mail.subject),
    ...parts,
    messageId: mail.messageId,
    date: mail.date,
    headers: additionalHeaders(mail.headers ?? {}),
  })
    .compile()
    .build()

export const invalidAddress = {
  kind: 'rejected',
  code: 553,
  enhanced: '5.1.3',
  response: '5.1.3 not a plain mail address',
  isClear: true,
} satisfies Outcome

const reserved =
  /^(?:from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*)$/

function additionalHeaders(headers: Record<string, string>) {
  const seen = new Set<string>()
  return Object.entries(headers).map(([key, text]) => {
    const name = key.toLowerCase()
    if (!/^[a-z][a-z\d-]*$/.test(name) || reserved.test(name) || seen.has(name)) {
      throw new TypeError(`The header ${JSON.stringify(key)} is reserved, invalid or a duplicate`)
    }
    seen.add(name)
    const value = oneLine(text)
    // `prepared` prevents folding: some providers ignore a folded List-Unsubscribe.
    return { key, value: /^[ -~]{1,900}$/.test(value) ? { value, prepared: true } : value }
  })
}
