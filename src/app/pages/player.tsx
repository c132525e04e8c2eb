import { Suspense } from 'react'
import { stop, useNowPlaying } from '../../tracks/screens/player/now-playing.ts'
import { trackLinkOf } from '../../tracks/track-link.contract.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { TextLink } from '../../ui/link.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

const PlayerBar = lazyComponent(
  () => import('../../tracks/screens/player/player-bar.tsx'),
  'PlayerBar',
)

/** Outside of the screens, so that it plays on from page to page. Its code is loaded with the first track. */
export function Player({ hasNavigation }: { hasNavigation: boolean }) {
  const playing = useNowPlaying()
  if (!playing) return null
  return (
    <ErrorBoundary fallback={<NoBar link={trackLinkOf(playing.track.spotify_track_id)} />}>
      <Suspense>
        <PlayerBar playing={playing} hasNavigation={hasNavigation} />
      </Suspense>
    </ErrorBoundary>
  )
}

function NoBar({ link }: { link: string }) {
  return (
    <p
      role="alert"
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-4 border-t border-line bg-surface p-3"
    >
      <span>
        The player could not be loaded. <TextLink href={link}>Open the song on Spotify</TextLink>
      </span>
      <Button variant="quiet" size="sm" onClick={stop}>
        Close
      </Button>
    </p>
  )
}
