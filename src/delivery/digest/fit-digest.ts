import type { MailOperator } from '../../mail/layout/mail-layout.tsx'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import type { Mail } from '../../mail/mail.ts'
import { encodeMail } from '../../mail/mime.ts'
import { type DigestMail, digestMail } from './digest-mail.tsx'

/** Mail programs may cut longer mails. */
export const maxBytes = 30_000

/** How many drops may be told in full: a text in Korean takes nine times the bytes of one in English. */
const detailedCounts = [10, 8, 7, 6, 5, 4, 3, 2, 1, 0]

/** Renders as many drops in full as fit into `maxBytes`. */
export async function fitDigest(
  envelope: Omit<Mail, 'subject' | 'html' | 'text'>,
  content: DigestMail,
  operator: MailOperator,
): Promise<Mail> {
  for (const detailed of detailedCounts) {
    const mail = { ...envelope, ...renderMail(digestMail(content, detailed), operator) }
    if (detailed === 0 || (await encodeMail(mail)).length <= maxBytes) return mail
  }
  throw new Error('No count of drops was tried')
}
