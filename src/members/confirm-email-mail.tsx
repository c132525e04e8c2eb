import type { MailContent } from '../app/mail.contract.ts'
import {
  MailAddress,
  MailButton,
  MailHeading,
  MailLayout,
  MailParagraph,
  MailSmall,
  type MailTemplate,
} from '../ui/mail-layout.tsx'
import { mailText } from '../ui/mail-text.ts'

type Content = Extract<MailContent, { kind: 'confirm-email' }>

export function confirmEmailMail({ site: { brand }, username, link }: Content): MailTemplate {
  const subject = `Confirm your email address for ${brand}`
  const heading = 'Is this address yours?'
  const asked = `The ${brand} account @${username} was made with it. Confirm that it is yours, so that the drops of the members you follow keep coming here.`
  const ignore = 'Not you? Ignore this email and the address stays unconfirmed.'
  const reason = `You get this because an account on ${brand} was made with this address.`
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={asked}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailHeading>{heading}</MailHeading>
        <MailParagraph>{asked}</MailParagraph>
        <MailButton href={link}>Confirm address</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailAddress href={link} />
      </MailLayout>
    ),
    text: mailText(heading, asked, `Confirm: ${link}`, ignore, reason),
  }
}
