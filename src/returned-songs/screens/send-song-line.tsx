import { Plus } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { useFollowState } from '../../follows/screens/follow/follow-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { sendOneSong } from '../returned-songs.shared.ts'

type SendSongLineProps = { username: string; dropNumber: number }

/** Shown to members who follow, at the end of a drop. Who follows by email has the link in the mail of the drop. */
export function SendSongLine({ username, dropNumber }: SendSongLineProps) {
  const { isFollowing } = useFollowState(username)
  if (!isFollowing) return null
  const query = new URLSearchParams({ to: username, drop: String(dropNumber) })
  return (
    <div className="py-4 text-ink">
      <Link
        href={`${paths.sendSong}?${query}`}
        className="group grid grid-cols-[--spacing(16)_minmax(0,1fr)] items-center gap-4 rounded-art"
      >
        <span
          aria-hidden="true"
          className="grid aspect-square place-items-center rounded-art border border-dashed border-line-strong text-muted group-hover:border-ink group-hover:text-ink"
        >
          <Icon icon={Plus} size={24} />
        </span>
        <span className="grid gap-0.5">
          <span className="font-display text-xl leading-tight font-extrabold wrap-anywhere">
            {sendOneSong(username)}.
          </span>
          <span className="text-sm text-muted">{`@${username}`} alone sees it.</span>
        </span>
      </Link>
    </div>
  )
}
