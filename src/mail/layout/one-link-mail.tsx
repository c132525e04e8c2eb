import {
  MailAddress,
  MailButton,
  MailHeading,
  MailLayout,
  MailParagraph,
  MailSmall,
} from './mail-layout.tsx'
import { mailText } from './mail-text.ts'
import type { MailTemplate } from './render-mail.ts'

type OneLinkMail = {
  brand: string
  subject: string
  heading: string
  /** The first stands beside the subject in the list of mails. */
  paragraphs: [string, ...string[]]
  /** `words` stand before the address where there is only text. */
  link: { href: string; label: string; words: string }
  /** For whoever did not ask for it. */
  ignore: string
  /** Why it was sent. */
  reason: string
}

/** A mail for one press: what is asked, the button, and what happens without it. */
export function oneLinkMail(mail: OneLinkMail): MailTemplate {
  const { brand, subject, heading, paragraphs, link, ignore, reason } = mail
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={paragraphs[0]}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailHeading>{heading}</MailHeading>
        {paragraphs.map(words => (
          <MailParagraph key={words}>{words}</MailParagraph>
        ))}
        <MailButton href={link.href}>{link.label}</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailAddress href={link.href} />
      </MailLayout>
    ),
    text: mailText(heading, ...paragraphs, `${link.words}: ${link.href}`, ignore, reason),
  }
}
