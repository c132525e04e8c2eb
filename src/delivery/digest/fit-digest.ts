import { encoded } from '../../mail/composing/mail-merge.ts'
import type { MailOperator } from '../../mail/layout/mail-layout.tsx'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import type { Mail } from '../../mail/mail.ts'
import { type DigestMail, digestMail } from './digest-mail.tsx'

/** Mail programs may cut longer mails. */
export const maxBytes = 30_000
/** Room for the headers, and for merge fields that are longer than their placeholders. */
const otherBytes = 3_000
const maxDetailed = 10

/** Renders as many drops in full as fit into `maxBytes`: a text in Korean takes nine times the bytes of one in English. */
export function fitDigest(
  envelope: Omit<Mail, 'subject' | 'html' | 'text'>,
  content: DigestMail,
  operator: MailOperator,
): Mail {
  const fitting = maxBytes - otherBytes
  for (let detailed = Math.min(maxDetailed, content.drops.length); ; ) {
    const mail = { ...envelope, ...renderMail(digestMail(content, detailed), operator) }
    const length = encoded(mail.html).length + encoded(mail.text).length
    if (detailed === 0 || length <= fitting) return mail
    detailed = Math.min(detailed - 1, Math.floor((detailed * fitting) / length))
  }
}
