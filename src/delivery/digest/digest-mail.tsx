import { MailLayout } from '../../mail/layout/mail-layout.tsx'
import {
  ConfirmForNotes,
  confirmForNotesText,
  MailButton,
  MailHeading,
  MailSettings,
  type MailSettingsLinks,
  MailSmall,
  mailSettingsText,
} from '../../mail/layout/mail-parts.tsx'
import { mailText } from '../../mail/layout/plain-text.ts'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

/** The parts of a weekly mail that its drops decide: they are merged into the frame. HTML and text have parts of their own. */
export type DigestSlots<Value> = {
  subject: Value
  /** "3 drops" */
  count: Value
  preview: Value
  /** The record of the week; empty where the drops are too few. */
  record: Value
  drops: Value
  stopLinks: Value
  textRecord: Value
  textDrops: Value
  textStopLinks: Value
}

export type DigestMail = {
  brand: string
  /** Shown instead of the notes until the recipient has confirmed the email. */
  confirmLink: string | null
  /** The feed, which plays the record of the week; null for a recipient without an account. */
  feedLink: string | null
  hasRecord: boolean
  homeLink: string
  settings: MailSettingsLinks
}

/** A weekly mail around its drops. Values may be placeholders, so none is changed except for HTML escaping. */
export function digestMail(
  { brand, confirmLink, feedLink, hasRecord, homeLink, settings }: DigestMail,
  slots: DigestSlots<string>,
): MailTemplate {
  const { subject } = slots
  const next = feedLink
    ? { href: feedLink, label: hasRecord ? 'Play the record of the week' : 'Open your feed' }
    : { href: homeLink, label: `Open ${brand}` }
  const reason = `You get this on Friday mornings because you chose one mail a week from ${brand}.`
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={slots.preview}
        footer={
          <>
            <MailSmall>{reason}</MailSmall>
            <MailSmall>{slots.stopLinks}</MailSmall>
            <MailSettings {...settings} />
          </>
        }
      >
        <MailHeading>{slots.count} this week</MailHeading>
        {confirmLink && <ConfirmForNotes link={confirmLink} />}
        {slots.record}
        {slots.drops}
        <MailButton href={next.href}>{next.label}</MailButton>
        <MailSmall style={{ margin: '8px 0 0' }}>Covers and titles come from Spotify.</MailSmall>
      </MailLayout>
    ),
    text: mailText(
      subject,
      confirmLink && confirmForNotesText(confirmLink),
      slots.textRecord + slots.textDrops,
      `${next.label}: ${next.href}`,
      [reason + slots.textStopLinks, mailSettingsText(settings)].join('\n'),
    ),
  }
}
