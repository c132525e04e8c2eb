import { type RefObject, useEffect } from 'react'
import { type TitledTrack, trackTitle } from '../../spotify/track-title.shared.ts'
import { classes } from '../../ui/classes.ts'
import { setSound } from './now-playing.ts'

type PlayerFrameProps = {
  ref: RefObject<HTMLIFrameElement | null>
  track: TitledTrack
  tall: boolean
  onReady: () => void
  onNotStarted: () => void
  onEnd: () => void
}

const startMs = 2500

const host = 'https://open.spotify.com'

/** Messages of the service's embed script. The player sends `ready` and accepts `play` after it; times are in milliseconds. */
type PlayerMessage = {
  type?: string
  payload?: { position?: number; duration?: number; isPaused?: boolean }
} | null

/** Pauses, or goes on. */
export const togglePlay = (frame: HTMLIFrameElement | null) =>
  frame?.contentWindow?.postMessage({ command: 'toggle' }, host)

/** The streaming service's player; it starts to play when it is ready. A new track needs a new frame, or Back would return to the previous one. */
export function PlayerFrame({
  ref: frame,
  track,
  tall,
  onReady,
  onNotStarted,
  onEnd,
}: PlayerFrameProps) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMessage = (event: MessageEvent<PlayerMessage>) => {
      const player = frame.current?.contentWindow
      if (event.origin !== host || !player || event.source !== player) return
      const { type, payload: { position = 0, duration = 0, isPaused = false } = {} } =
        event.data ?? {}
      if (type === 'ready') {
        player.postMessage({ command: 'play' }, host)
        onReady()
        timer = setTimeout(() => {
          setSound('blocked')
          onNotStarted()
        }, startMs)
      }
      // While the player loads, it reports that it is paused, at position 0.
      if (type === 'playback_update' && position > 0) {
        clearTimeout(timer)
        setSound(isPaused ? 'paused' : 'playing')
      }
      if (type === 'playback_update' && duration > 0 && position >= duration) onEnd()
    }
    window.addEventListener('message', onMessage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
    }
  }, [frame, onReady, onNotStarted, onEnd])
  return (
    <iframe
      ref={frame}
      src={`${host}/embed/track/${track.spotify_track_id}?utm_source=iframe-api`}
      title={`Spotify player: ${trackTitle(track)}`}
      allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      className={classes(
        // Light as an empty page is: in the dark theme the frame would be white while it loads. A drag over the
        // frame would end there.
        'block w-full rounded-xl bg-sunken scheme-light [body:has([data-dragging])_&]:pointer-events-none',
        tall ? 'h-22.5' : 'h-20',
      )}
    />
  )
}
