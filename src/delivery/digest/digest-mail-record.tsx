import { MailLink } from '../../mail/layout/mail-parts.tsx'
import { contentWidth, font, light } from '../../mail/layout/mail-theme.ts'
import { renderHtml } from '../../mail/layout/render-mail.tsx'
import { type MailedCover, MailStrip, titleAndArtist } from '../../tracks/list-mail-covers.tsx'
import { madeBy, recordTitle } from '../../tracks/week-record.shared.ts'
import type { MailPart } from './digest-mail-drop.tsx'

type DigestRecord = { tracks: MailedCover[]; people: number }

/** The record at the head of a weekly mail. `weekLink` plays it; null for a recipient without an account. */
export function renderRecord({ tracks, people }: DigestRecord, weekLink: string | null): MailPart {
  const play = 'Play it'
  return {
    html: renderHtml(
      <>
        <p className="ink" style={{ ...font(18, 26, 700), color: light.ink, margin: '0 0 8px' }}>
          {recordTitle}
        </p>
        <MailStrip covers={tracks} width={contentWidth} isNamed />
        <p className="muted" style={{ ...font(14, 20), color: light.muted, margin: '8px 0 24px' }}>
          {madeBy(people)}
          {weekLink && (
            <>
              {' '}
              <MailLink href={weekLink}>{play}</MailLink>
            </>
          )}
        </p>
      </>,
    ),
    text: [
      recordTitle,
      ...tracks.map(titleAndArtist),
      madeBy(people),
      ...(weekLink ? [`${play}: ${weekLink}`] : []),
    ].join('\n'),
  }
}
