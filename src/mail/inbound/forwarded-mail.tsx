import { MailLayout, previewText } from '../layout/mail-layout.tsx'
import { MailHeading, MailLines, MailParagraph, MailSmall } from '../layout/mail-parts.tsx'
import { mailText } from '../layout/plain-text.ts'
import type { MailTemplate } from '../layout/render-mail.tsx'

type ForwardedLetter = {
  from: string
  to: string
  subject: string
  text: string
  attachments: number
}

/** Tells the operator what a person wrote to the app. It is shown as text, whatever it contains. */
export function forwardedMail(brand: string, letter: ForwardedLetter): MailTemplate {
  const { from, to, subject, text, attachments } = letter
  const head = `From: ${from}\nTo: ${to}`
  const body = text || 'The mail has no text.'
  const leftOut =
    attachments > 0
      ? `${attachments === 1 ? 'One attachment was' : `${attachments} attachments were`} left out.`
      : null
  const reason = `You get this because CONTACT of ${brand} is your address.`
  return {
    subject: `Fwd: ${subject || 'no subject'}`,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={previewText(body)}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailHeading>{subject || 'No subject'}</MailHeading>
        <MailSmall style={{ margin: '0 0 24px' }}>
          <MailLines text={head} />
        </MailSmall>
        <MailParagraph style={{ margin: 0 }}>
          <MailLines text={body} />
        </MailParagraph>
        {leftOut !== null && <MailSmall style={{ margin: '24px 0 0' }}>{leftOut}</MailSmall>}
      </MailLayout>
    ),
    text: mailText(head, body, leftOut, reason),
  }
}
