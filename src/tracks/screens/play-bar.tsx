import { Play } from 'lucide'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { type Playlist, play, useNowPlaying } from '../../player/screens/now-playing.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { sizeWord } from '../tracks.shared.ts'

type PlayBarProps = { list: Playlist; children: ReactNode }

/**
 * Stands at the lower edge of a phone, above a member's navigation: a friend's list plays one click after a link,
 * wherever its rows begin. The player takes its place.
 */
export function PlayBar({ list, children }: PlayBarProps) {
  const isPlaying = useNowPlaying() !== null
  const user = useCurrentUser()
  if (user?.is_dev_user || isPlaying) return null
  return (
    <>
      {/* Room below the page's end. */}
      <div className="h-12 md:hidden" />
      <div
        id="floating-bar"
        className={classes(
          'fixed inset-x-0 bottom-0 z-20 flex flex-wrap gap-2.5 bg-linear-to-t from-canvas from-75% to-transparent px-4 pt-7 pb-[max(1rem,env(safe-area-inset-bottom))] md:hidden noscript:hidden print:hidden forced-colors:bg-[Canvas]',
          user &&
            'max-sm:bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] max-sm:pb-3 sm:left-18',
        )}
      >
        <Button
          size="lg"
          icon={<Icon icon={Play} size={18} className="fill-current" />}
          onClick={event => {
            // The bar goes, and number one's row has the same button.
            const row = event.currentTarget.closest('main')?.querySelector<HTMLElement>('ol button')
            row?.focus({ preventScroll: true })
            play(list, 0, row ?? event.currentTarget)
          }}
          className="min-w-0 grow px-3!"
        >
          {playLabel(list.tracks.length)}
        </Button>
        {children}
      </div>
    </>
  )
}

const playLabel = (count: number) =>
  count === 7
    ? 'Play the seven'
    : count > 2
      ? `Play all ${sizeWord(count)}`
      : count === 2
        ? 'Play both'
        : 'Play it'
