import { useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { PlaceholderCover } from '../../ui/placeholder-cover.tsx'
import type { DisplayedTrack } from './track-title.ts'

type TrackArtProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'artwork'>
  /** The largest picture at the top of a page: asked for before everything else. */
  first?: boolean
  className?: string
}

/** The cover, uncropped and with nothing over it; our own drawing until it is known, or when it is gone. */
export function TrackArt({ track, first = false, className }: TrackArtProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const size = classes('aspect-square w-full', className)
  if (!track.artwork || broken === track.artwork)
    return <PlaceholderCover seed={track.spotify_track_id} className={size} />
  return (
    <img
      src={track.artwork}
      alt=""
      width={300}
      height={300}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      onError={() => setBroken(track.artwork)}
      className={classes('rounded-art bg-sunken object-contain', size)}
    />
  )
}
