import { Disc3 } from 'lucide'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '../../contract/paths.shared.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { Popover } from '../../ui/menu.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

const TrackMenuItems = componentLater(() => import('./track-menu-items.tsx'), 'TrackMenuItems')

/** What the rows of a list offer beside playing, in one menu for all of them: it is empty until a row's link is pressed. */
export function useTrackMenu(owner: string | undefined) {
  const [track, setTrack] = useState<DisplayedTrack | null>(null)
  const [isShown, setShown] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  // A press outside closes it before it is a click, so that a second press would open it again.
  const wasOpen = useRef(false)
  const isOpen = () => popover.current?.matches(':popover-open') ?? false
  const linkProps = (linked: DisplayedTrack) => ({
    'aria-expanded': isShown && track === linked,
    onPointerDown: () => {
      wasOpen.current = isOpen()
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      const closes = (isOpen() || wasOpen.current) && track === linked
      wasOpen.current = false
      popover.current?.hidePopover()
      if (closes) return
      flushSync(() => setTrack(linked))
      popover.current?.showPopover({ source: event.currentTarget })
      // Its first entries are loaded later: the next Tab goes to them.
      popover.current?.focus()
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== ' ') return
      event.preventDefault()
      event.currentTarget.click()
    },
  })
  const menu = (
    <Popover
      ref={popover}
      label={track ? `More for ${trackTitle(track)}` : 'More'}
      onToggle={setShown}
    >
      {track && (
        <>
          <p className="px-3 pt-2 font-bold">
            <bdi translate="no">{trackTitle(track)}</bdi>
          </p>
          <div className="grid justify-items-start px-3">
            <LoadBoundary failed={() => null}>
              <TrackMenuItems key={track.spotify_track_id} track={track} owner={owner} />
            </LoadBoundary>
            <Link
              href={paths.track(track.spotify_track_id)}
              className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-muted hover:text-ink"
            >
              <Icon shape={Disc3} size={20} />
              Who has it
            </Link>
          </div>
        </>
      )}
    </Popover>
  )
  return { menu, linkProps }
}

type TrackMenuLinkProps = { track: DisplayedTrack } & ComponentProps<'a'>

/** Without a script, and in a new tab, it leads to the track's own page. */
export const TrackMenuLink = ({ track, ...props }: TrackMenuLinkProps) => (
  <a
    href={paths.track(track.spotify_track_id)}
    aria-haspopup="dialog"
    aria-label={`More for ${trackTitle(track)}`}
    className="relative grid size-11 shrink-0 place-items-center rounded-full text-[0.625rem] tracking-wider text-muted hover:bg-sunken hover:text-ink"
    {...props}
  >
    •••
  </a>
)
