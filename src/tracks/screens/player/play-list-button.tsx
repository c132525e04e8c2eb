import { Play, Square } from 'lucide'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { trackLinkOf } from '../../../spotify/track-link.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { trackTitle } from '../track-title.ts'
import { type Playlist, play, stop, useNowPlaying } from './now-playing.ts'

/** In a row of a list of lists: plays the tracks from the first. */
export function PlayListButton({ playlist }: { playlist: Playlist }) {
  const isPlaying = useNowPlaying()?.playlist.href === playlist.href
  const isDev = useCurrentUser()?.is_dev_user
  const [first] = playlist.tracks
  if (!first || isDev) return null
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon shape={isPlaying ? Square : Play} size={14} className="fill-current" />}
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${playlist.name}`}
        onClick={event => (isPlaying ? stop() : play(playlist, 0, event.currentTarget))}
        className="noscript:hidden"
      >
        {isPlaying ? 'Stop' : 'Play'}
      </Button>
      <noscript>
        <Button
          href={trackLinkOf(first.spotify_track_id)}
          variant="quiet"
          size="sm"
          aria-label={`Play ${trackTitle(first)} on Spotify`}
        >
          Play
        </Button>
      </noscript>
    </>
  )
}
