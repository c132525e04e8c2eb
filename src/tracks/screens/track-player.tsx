import { useEffect, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

type TrackPlayerProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'title'>
  /** 90 px instead of 80. */
  tall?: boolean
}

const host = 'https://open.spotify.com'

/** The streaming service's player, loaded on request: it takes the focus of the button that it replaces and starts to play. */
export function TrackPlayer({ track, tall = false }: TrackPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    frame.current?.focus({ preventScroll: true })
    // The protocol of the service's embed script: the player sends `ready` and accepts `play` after it.
    const playWhenReady = (event: MessageEvent<unknown>) => {
      const player = frame.current?.contentWindow
      if (event.origin !== host || !player || event.source !== player) return
      if ((event.data as { type?: unknown } | null)?.type === 'ready')
        player.postMessage({ command: 'play' }, host)
    }
    window.addEventListener('message', playWhenReady)
    return () => window.removeEventListener('message', playWhenReady)
  }, [])
  return (
    <iframe
      ref={frame}
      src={`${host}/embed/track/${track.spotify_track_id}?utm_source=iframe-api`}
      title={`Spotify player: ${trackTitle(track)}`}
      allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      className={classes('block w-full rounded-xl scheme-normal', tall ? 'h-22.5' : 'h-20')}
    />
  )
}

/** Where a dev member would have the player. */
export function NoPlayer({ tall = false }: { tall?: boolean }) {
  return (
    <p
      className={classes(
        'grid w-full place-items-center rounded-xl border border-dashed border-line-strong px-3 text-center text-sm text-muted',
        tall ? 'h-22.5' : 'h-20',
      )}
    >
      Spotify preview disabled in dev mode
    </p>
  )
}
