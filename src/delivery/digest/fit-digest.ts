import type { MailOperator } from '../../mail/layout/mail-layout.tsx'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import type { Mail } from '../../mail/mail.ts'
import { encodeMail } from '../../mail/mime.ts'
import { type DigestMail, digestMail } from './digest-mail.tsx'

/** Mail programs may cut longer mails. */
export const maxBytes = 30_000
/** What the merge fields of a mail are longer than their placeholders, at most. */
const mergedBytes = 1_500
const maxDetailed = 10

/** Renders as many drops in full as fit into `maxBytes`: a text in Korean takes nine times the bytes of one in English. */
export async function fitDigest(
  envelope: Omit<Mail, 'subject' | 'html' | 'text'>,
  content: DigestMail,
  operator: MailOperator,
): Promise<Mail> {
  const fitting = maxBytes - mergedBytes
  for (let detailed = Math.min(maxDetailed, content.drops.length); ; ) {
    const mail = { ...envelope, ...renderMail(digestMail(content, detailed), operator) }
    const { length } = await encodeMail(mail)
    if (detailed === 0 || length <= fitting) return mail
    detailed = Math.min(detailed - 1, Math.floor((detailed * fitting) / length))
  }
}
