import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { lazyComponent, reloadIfServerAnswers } from '../../ui/routing/lazy.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { closePlayer, useNowPlaying } from './now-playing.ts'

const PlayerBar = lazyComponent(() => import('./player-bar.tsx'), 'PlayerBar')

/** Outside of the screens, so that it plays on from page to page. `--player-height` is the space that it takes. */
export function Player({ hasNavigation }: { hasNavigation: boolean }) {
  const playing = useNowPlaying()
  if (!playing) return null
  return (
    <section
      id="player"
      aria-label="Player"
      className={classes(
        'fixed right-0 z-30 box-content h-(--player-height) animate-slide-up border-t border-line bg-surface text-ink',
        hasNavigation
          ? 'bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] left-0 sm:bottom-0 sm:left-18'
          : 'bottom-0 left-0 pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <LazyBoundary failed={<NoBar link={trackLinkOf(playing.track.spotify_track_id)} />}>
        <PlayerBar playing={playing} />
      </LazyBoundary>
    </section>
  )
}

function NoBar({ link }: { link: string }) {
  return (
    <div className="mx-auto flex h-full max-w-page items-center justify-between gap-4 px-4 text-sm leading-tight">
      <p role="alert">
        The player could not be loaded. <TextLink href={link}>Open the track on Spotify</TextLink>
      </p>
      <span className="flex shrink-0 gap-2 max-sm:flex-col-reverse">
        <Button variant="quiet" size="sm" onClick={closePlayer}>
          Close
        </Button>
        <Button variant="secondary" size="sm" onClick={reloadIfServerAnswers}>
          Try again
        </Button>
      </span>
    </div>
  )
}
