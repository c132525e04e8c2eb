import { useEffect } from 'react'
import { trackTitle } from '../track-title.ts'
import { type NowPlaying, skip } from './now-playing.ts'

/** Shows what plays in the system's media controls, and lets their keys go through the playlist. */
export function useMediaKeys({ playlist, index, track }: NowPlaying) {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({
      title: trackTitle(track),
      artist: track.artist ?? '',
      album: playlist.name,
      artwork: track.artwork ? [{ src: track.artwork }] : [],
    })
    const hasNext = index + 1 < playlist.tracks.length
    mediaSession.setActionHandler('previoustrack', index > 0 ? () => skip(-1) : null)
    mediaSession.setActionHandler('nexttrack', hasNext ? () => skip(1) : null)
    return () => {
      mediaSession.metadata = null
      mediaSession.setActionHandler('previoustrack', null)
      mediaSession.setActionHandler('nexttrack', null)
    }
  }, [playlist, index, track])
}
