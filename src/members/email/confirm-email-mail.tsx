import { oneLinkMail } from '../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

export function confirmEmailMail({ brand, link }: { brand: string; link: string }): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Confirm your email address for ${brand}`,
    heading: 'Is this address yours?',
    paragraphs: [
      `An account on ${brand} was made with this address. Confirm that it is yours, so that the drops of the members you follow keep coming here.`,
    ],
    link: { href: link, label: 'Confirm address', textLabel: 'Confirm' },
    ignore: 'Not you? Ignore this email and the address stays unconfirmed.',
    reason: `You get this because an account on ${brand} was made with this address.`,
  })
}
