import type { MailContent } from '../app/mail.contract.ts'
import type { MailTemplate } from '../ui/mail-layout.tsx'
import { oneLinkMail } from '../ui/one-link-mail.tsx'

type Content = Extract<MailContent, { kind: 'reset-password' }>

export function resetPasswordMail({ site: { brand }, username, link }: Content): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Reset your ${brand} password`,
    heading: 'Choose a new password',
    paragraphs: [
      `Someone, hopefully you, asked for a new password for @${username}. The link works once and is valid for one hour.`,
    ],
    link: { href: link, label: 'Choose a new password', words: 'Choose it here' },
    ignore:
      'Did not ask for this? Ignore this email: your password stays as it is, and nobody can change it without the link above.',
    reason: `You get this because somebody asked for a new password for the ${brand} account with this address.`,
  })
}
