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

type Content = Extract<MailContent, { kind: 'confirm-follow' }>

/** Nothing in it was typed by whoever asked: it may go to a stranger's mailbox. */
export function confirmFollowMail({ site: { brand }, username, link }: Content): MailTemplate {
  const subject = `Confirm that you follow @${username} on ${brand}`
  const question = `Follow @${username}?`
  const asked = `Someone, hopefully you, asked for an email whenever @${username} drops a new list of up to seven tracks. Confirm, and the next one comes here.`
  const seen = `@${username} will see your address among their followers. Every email has a link to stop.`
  const ignore = `Not you? Ignore this email. Unless you confirm, you will never get a drop from @${username}, and the request is deleted after 7 days.`
  const reason = `You get this because this address was entered on ${brand} to follow @${username}.`
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={asked}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailHeading>{question}</MailHeading>
        <MailParagraph>{asked}</MailParagraph>
        <MailParagraph>{seen}</MailParagraph>
        <MailButton href={link}>Confirm</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailAddress href={link} />
      </MailLayout>
    ),
    text: mailText(question, asked, seen, `Confirm: ${link}`, ignore, reason),
  }
}
