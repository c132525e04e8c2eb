import { paths } from '../../contract/paths.shared.ts'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { pluralize } from '../../ui/text/format.ts'

const previewLength = 120

export const dropPlaylist = (username: string, dropNumber: number) => ({
  name: `Drop #${dropNumber} by @${username}`,
  href: paths.drop(username, dropNumber),
  owner: username,
})

export const FollowerCount = ({ count }: { count: number }) => (
  <span className="shrink-0 text-sm text-muted">{pluralize(count, 'follower')}</span>
)

/** The first 120 characters of a note. */
export const notePreview = (note: string) => shorten(note, previewLength, '…')
