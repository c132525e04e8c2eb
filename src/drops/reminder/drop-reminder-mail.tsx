import { MailLayout, previewText } from '../../mail/layout/mail-layout.tsx'
import {
  MailButton,
  MailHeading,
  MailLink,
  MailParagraph,
  MailSmall,
  touchTarget,
} from '../../mail/layout/mail-parts.tsx'
import { contentWidth } from '../../mail/layout/mail-theme.ts'
import { mailText } from '../../mail/layout/plain-text.ts'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'
import { returnedSongsHash, songsCameBack } from '../../returned-songs/returned-songs.shared.ts'
import { type MailedCover, MailStrip, titleAndArtist } from '../../tracks/list-mail-covers.tsx'

type DropReminderMail = {
  brand: string
  dropNumber: number
  /** The list in order. */
  tracks: MailedCover[]
  listLink: string
  /** How many songs came back. */
  songs: number
  stopLink: string
}

/** The mail goes to the member alone, who asked for it. */
export function dropReminderMail({
  brand,
  dropNumber,
  tracks,
  songs,
  listLink,
  stopLink,
}: DropReminderMail): MailTemplate {
  const subject = `Your drop #${dropNumber} is open`
  const question = 'Are these still your seven?'
  const next = 'Change what has changed, then drop it. Your followers get one email.'
  const cameBack = songs > 0 ? songsCameBack(songs) : null
  const songsLink = `${listLink}#${returnedSongsHash}`
  const reason = `You asked ${brand} to remind you, once a week at most.`
  const [open, stop] = ['Open my list', 'Stop reminding me']
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={previewText(question)}
        footer={
          <>
            <MailSmall>{reason}</MailSmall>
            <MailSmall>
              <MailLink href={stopLink} style={touchTarget}>
                {stop}
              </MailLink>
            </MailSmall>
          </>
        }
      >
        <MailHeading>{question}</MailHeading>
        <MailStrip covers={tracks} width={contentWidth} isNamed />
        <MailParagraph style={{ margin: '16px 0 8px' }}>{next}</MailParagraph>
        <MailButton href={listLink}>{open}</MailButton>
        {cameBack && (
          <MailParagraph style={{ margin: '8px 0 0' }}>
            <MailLink href={songsLink} style={touchTarget}>
              {cameBack}
            </MailLink>
          </MailParagraph>
        )}
      </MailLayout>
    ),
    text: mailText(
      question,
      tracks.map((track, index) => `${index + 1}. ${titleAndArtist(track)}`).join('\n'),
      next,
      `${open}: ${listLink}`,
      cameBack && `${cameBack}: ${songsLink}`,
      `${reason}\n${stop}: ${stopLink}`,
    ),
  }
}
