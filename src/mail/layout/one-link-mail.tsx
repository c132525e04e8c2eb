import { MailLayout, previewText } from './mail-layout.tsx'
import { MailButton, MailHeading, MailParagraph, MailSmall, MailUrl } from './mail-parts.tsx'
import { mailText } from './plain-text.ts'
import type { MailTemplate } from './render-mail.tsx'

type OneLinkMail = {
  brand: string
  subject: string
  heading: string
  paragraphs: [string, ...string[]]
  link: { href: string; label: string; textLabel: string }
  ignore: string
  reason: string
}

export type MemberMail = { brand: string; username: string; link: string }

export function oneLinkMail(mail: OneLinkMail): MailTemplate {
  const { brand, subject, heading, paragraphs, link, ignore, reason } = mail
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={previewText(paragraphs[0])}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailHeading>{heading}</MailHeading>
        {paragraphs.map(paragraph => (
          <MailParagraph key={paragraph}>{paragraph}</MailParagraph>
        ))}
        <MailButton href={link.href}>{link.label}</MailButton>
        <MailParagraph style={{ margin: '12px 0 0' }}>{ignore}</MailParagraph>
        <MailUrl href={link.href} />
      </MailLayout>
    ),
    text: mailText(heading, ...paragraphs, `${link.textLabel}: ${link.href}`, ignore, reason),
  }
}
