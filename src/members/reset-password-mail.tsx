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

type Content = Extract<MailContent, { kind: 'reset-password' }>

export function resetPasswordMail({ site: { brand }, username, link }: Content): MailTemplate {
  const subject = `Reset your ${brand} password`
  const heading = 'Choose a new password'
  const asked = `Someone, hopefully you, asked for a new password for @${username}. The link works once and is valid for one hour.`
  const ignore =
    'Did not ask for this? Ignore this email: your password stays as it is, and nobody can change it without the link above.'
  const reason = `You get this because somebody asked for a new password for the ${brand} account with this address.`
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
        <MailButton href={link}>Choose a new password</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailAddress href={link} />
      </MailLayout>
    ),
    text: mailText(heading, asked, `Choose it here: ${link}`, ignore, reason),
  }
}
