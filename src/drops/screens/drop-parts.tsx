import { ArrowDownUp } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { type DropMovement, movementLine } from '../../tracks/movement/movement.shared.ts'
import { Icon } from '../../ui/icon.tsx'
import { pluralize } from '../../ui/text/format.ts'

/** Extends the clickable area of a link to the positioned card around it. */
export const stretchedLink =
  'outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'

export function MovementLine({ movement }: { movement: DropMovement }) {
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium">
      <Icon shape={ArrowDownUp} size={15} className="mt-0.75 shrink-0 text-muted" />
      {movementLine(movement)}
    </p>
  )
}

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
