import { paths } from '../../contract/paths.shared.ts'
import { MailParagraph, touchTarget } from '../../mail/layout/mail-parts.tsx'
import { font, light } from '../../mail/layout/mail-theme.ts'
import { sendOneSong } from '../../returned-songs/returned-songs.shared.ts'

/** Where the recipient of a mail sends a song in answer to a drop. */
export const songLinkOf = (publicUrl: string, dropNumber: number, token: string) =>
  `${publicUrl}${paths.sendSong}?drop=${dropNumber}&token=${token}`

export const songLinkText = (username: string, href: string) => `${sendOneSong(username)}: ${href}`

export function SongLink({ username, href }: { username: string; href: string }) {
  return (
    <MailParagraph style={{ margin: '8px 0 0' }}>
      <a
        href={href}
        className="ink"
        style={{ ...font(18, 24, 700), ...touchTarget, color: light.ink }}
      >
        {sendOneSong(username)}.
      </a>
    </MailParagraph>
  )
}
