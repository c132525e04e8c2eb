import { type CSSProperties, useState } from 'react'
import { largeCover } from '../../spotify/covers/cover-size.shared.ts'
import { classes } from '../../ui/classes.ts'
import { generatedCover } from '../generated-cover.shared.ts'
import type { DisplayedTrack } from './track-title.ts'

type TrackArtProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'artwork'>
  /** Load before other images: it is the largest one at the top of the page. */
  isUrgent?: boolean
  /** How wide it is, in CSS, where 300 pixels may not be enough. */
  sizes?: string
  className?: string
  style?: CSSProperties | undefined
}

/** The cover, uncropped and with nothing over it; a generated one until it is known, or when it cannot be loaded. */
export function TrackArt({ track, isUrgent = false, sizes, className, style }: TrackArtProps) {
  const [broken, setBroken] = useState<string | null>(null)
  // On a page in its own colors the cover would have no edge.
  const box = classes(
    'block aspect-square w-full rounded-art outline-line cover-colors:outline',
    className,
  )
  if (!track.artwork || broken === track.artwork)
    return (
      <span
        style={{ ...style, ...generatedCover(track.spotify_track_id) }}
        className={classes('forced-color-adjust-none', box)}
      />
    )
  return (
    <img
      // A cover that failed before hydration does not call onError.
      ref={image => {
        if (image?.complete && image.naturalWidth === 0) setBroken(track.artwork)
      }}
      src={track.artwork}
      srcSet={sizes && `${track.artwork} 300w, ${largeCover(track.artwork)} 640w`}
      sizes={sizes}
      alt=""
      width={300}
      height={300}
      decoding="async"
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      onError={() => setBroken(track.artwork)}
      style={style}
      className={classes('bg-sunken object-contain', box)}
    />
  )
}
