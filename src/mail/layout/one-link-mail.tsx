import { MailLayout } from './mail-layout.tsx'
import { MailAddress, MailButton, MailHeading, MailParagraph, MailSmall } from './mail-parts.tsx'
import { mailText } from './plain-text.ts'
import type { MailTemplate } from './render-mail.tsx'

type OneLinkMail = {
  brand: string
  subject: string
  heading: string
  /** The first is also the preview in the list of mails. */
  paragraphs: [string, ...string[]]
  /** `textLabel` precedes the address in the plain text part. */
  link: { href: string; label: string; textLabel: string }
  /** For recipients who did not request the mail. */
  ignore: string
  /** Why it was sent. */
  reason: string
}

/** What the mails with one link say about the member. */
export type MemberMail = { brand: string; username: string; link: string }

/** A mail with one action: what it does, the button, and what to do if the mail was not requested. */
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
        {paragraphs.map(paragraph => (
          <MailParagraph key={paragraph}>{paragraph}</MailParagraph>
        ))}
        <MailButton href={link.href}>{link.label}</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailAddress href={link.href} />
      </MailLayout>
    ),
    text: mailText(heading, ...paragraphs, `${link.textLabel}: ${link.href}`, ignore, reason),
  }
}
