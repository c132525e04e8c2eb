import { type MemberMail, oneLinkMail } from '../../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../../mail/layout/render-mail.tsx'

export function changeEmailMail({ brand, username, link }: MemberMail): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Confirm your new email address for ${brand}`,
    heading: 'Move your mail here?',
    paragraphs: [
      `@${username} on ${brand} asked to use this address from now on, to sign in and for all mail. Confirm within a day, and it changes.`,
    ],
    link: { href: link, label: 'Use this address', textLabel: 'Confirm' },
    ignore: 'Not you? Ignore this email, and nothing changes.',
    reason: `You get this because a member of ${brand} gave this address as their new one.`,
  })
}

/** To the old address. The new one is not named, because the mailbox may be somebody else's by now. */
export function emailChangedMail({ brand, username, link }: MemberMail): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Your ${brand} account has a new email address`,
    heading: 'Your address was changed',
    paragraphs: [
      `@${username} on ${brand} uses another email address from now on. If that was you, there is nothing to do.`,
      'Was it somebody else? Undo it within 7 days. Your address comes back, every device is signed out, and you choose a new password.',
    ],
    link: { href: link, label: 'Undo the change', textLabel: 'Undo it' },
    ignore: 'After 7 days the change is final.',
    reason: `You get this because this was the address of an account on ${brand}.`,
  })
}
