import { type MemberMail, oneLinkMail } from '../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

/** Names the account, because a stranger can make one with any email, and what is confirmed becomes theirs. */
export function confirmEmailMail({ brand, username, link }: MemberMail): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Confirm your email address for ${brand}`,
    heading: 'Is this account yours?',
    paragraphs: [
      `The account @${username} on ${brand} has this address. If it is yours, confirm the address, so that the drops of the members you follow keep coming here.`,
    ],
    link: { href: link, label: 'Confirm address', textLabel: 'Confirm' },
    ignore: `Not your account? Ignore this email, and your follows stay out of it. To make it yours instead, choose “Forgot password?” where ${brand} asks you to sign in, and enter this address.`,
    reason: `You get this because an account on ${brand} has this address.`,
  })
}
