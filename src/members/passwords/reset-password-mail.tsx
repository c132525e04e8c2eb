import { type MemberMail, oneLinkMail } from '../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

export function resetPasswordMail({ brand, username, link }: MemberMail): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Reset your ${brand} password`,
    heading: 'Choose a new password',
    paragraphs: [
      `Someone, hopefully you, asked for a new password for @${username}. The link works once and is valid for one hour.`,
    ],
    link: { href: link, label: 'Choose a new password', textLabel: 'Choose it here' },
    ignore:
      'Did not ask for this? Ignore this email: your password stays as it is, and nobody can change it without the link above.',
    reason: `You get this because somebody asked for a new password for the ${brand} account with this address.`,
  })
}
