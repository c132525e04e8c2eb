import { type MemberMail, oneLinkMail } from '../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

/** Contains nothing that the requester typed, because it may reach a stranger's mailbox. */
export function confirmFollowMail({ brand, username, link }: MemberMail): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Confirm that you follow @${username} on ${brand}`,
    heading: `Follow @${username}?`,
    paragraphs: [
      `Someone, hopefully you, asked for an email whenever @${username} drops a new list of up to seven tracks. Confirm, and the next one comes here.`,
      `@${username} will see your address among their followers. Every email has a link to stop.`,
    ],
    link: { href: link, label: 'Confirm', textLabel: 'Confirm' },
    ignore: `Not you? Ignore this email. Unless you confirm, you will never get a drop from @${username}, and the request is deleted after 7 days.`,
    reason: `You get this because this address was entered on ${brand} to follow @${username}.`,
  })
}
