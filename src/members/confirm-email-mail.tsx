import type { MailContent } from '../app/mail.contract.ts'
import type { MailTemplate } from '../ui/mail-layout.tsx'
import { oneLinkMail } from '../ui/one-link-mail.tsx'

type Content = Extract<MailContent, { kind: 'confirm-email' }>

export function confirmEmailMail({ site: { brand }, link }: Content): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `Confirm your email address for ${brand}`,
    heading: 'Is this address yours?',
    paragraphs: [
      `An account on ${brand} was made with this address. Confirm that it is yours, so that the drops of the members you follow keep coming here.`,
    ],
    link: { href: link, label: 'Confirm address', words: 'Confirm' },
    ignore: 'Not you? Ignore this email and the address stays unconfirmed.',
    reason: `You get this because an account on ${brand} was made with this address.`,
  })
}
