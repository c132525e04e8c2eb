import { MailLayout, previewText } from '../../mail/layout/mail-layout.tsx'
import { MailMember } from '../../mail/layout/mail-member.tsx'
import { MailButton, MailParagraph, MailSmall, MailUrl } from '../../mail/layout/mail-parts.tsx'
import { contentWidth } from '../../mail/layout/mail-theme.ts'
import type { MemberMail } from '../../mail/layout/one-link-mail.tsx'
import { mailText } from '../../mail/layout/plain-text.ts'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'
import { type MailedCover, MailStrip } from '../../tracks/list-mail-covers.tsx'
import { confirmLabel } from './confirmation-link.shared.ts'

type ConfirmFollowMail = MemberMail & {
  avatar: string | null
  /** The member's list in order. */
  tracks: MailedCover[]
}

/**
 * Contains nothing that the requester typed, because it may reach a stranger's mailbox: the covers and their titles come
 * from the streaming service.
 */
export function confirmFollowMail(mail: ConfirmFollowMail): MailTemplate {
  const { brand, username, avatar, tracks, link } = mail
  const subject = `Confirm that you follow @${username} on ${brand}`
  const question = `Someone, hopefully you, asked for an email whenever @${username} drops a new list of up to seven tracks.`
  const seen = `@${username} will see your address among their followers. Every email has a link to stop.`
  const ignore = `Not you? Ignore this email. Unless you confirm, you will never get a drop from @${username}, and the request is deleted after 7 days.`
  const reason = `You get this because this address was entered on ${brand} to follow @${username}.`
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={previewText(question)}
        footer={<MailSmall>{reason}</MailSmall>}
      >
        <MailMember username={username} avatar={avatar} />
        <MailStrip covers={tracks} width={contentWidth} isNamed />
        <MailParagraph style={{ margin: '20px 0 8px' }}>{question}</MailParagraph>
        <MailButton href={link}>{confirmLabel}</MailButton>
        <MailSmall style={{ margin: '12px 0 8px' }}>{seen}</MailSmall>
        <MailSmall>{ignore}</MailSmall>
        <MailUrl href={link} />
      </MailLayout>
    ),
    text: mailText(`@${username}`, question, `${confirmLabel}: ${link}`, seen, ignore, reason),
  }
}
