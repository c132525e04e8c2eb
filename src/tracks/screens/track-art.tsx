import type { CSSProperties } from 'react'
import { largeCover } from '../../spotify/covers/cover-size.shared.ts'
import { classes } from '../../ui/classes.ts'
import { useImageFailure } from '../../ui/theme/use-image-failure.ts'
import { generatedCover } from '../generated-cover.shared.ts'
import type { DisplayedTrack } from '../tracks.schemas.ts'

type TrackArtProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'artwork'>
  /** Load before other images: it is the largest one at the top of the page. */
  hasPriority?: boolean
  /** How wide it is, in CSS, where 300 pixels may not be enough. */
  sizes?: string
  className?: string
  style?: CSSProperties | undefined
}

/** The cover, uncropped and with nothing over it; a generated one until it is known, or when it cannot be loaded. */
export function TrackArt({ track, hasPriority = false, sizes, className, style }: TrackArtProps) {
  const { hasFailed, img } = useImageFailure(track.artwork)
  // A cover in the color of the page would have no edge.
  const box = classes('block aspect-square w-full rounded-art outline outline-line', className)
  if (!track.artwork || hasFailed)
    return (
      <span
        style={{ ...style, ...generatedCover(track.spotify_track_id) }}
        className={classes('forced-color-adjust-none', box)}
      />
    )
  return (
    <img
      {...img}
      src={track.artwork}
      srcSet={sizes && `${track.artwork} 300w, ${largeCover(track.artwork)} 640w`}
      sizes={sizes}
      alt=""
      width={300}
      height={300}
      decoding="async"
      loading={hasPriority ? 'eager' : 'lazy'}
      fetchPriority={hasPriority ? 'high' : 'auto'}
      style={style}
      className={classes('bg-sunken object-contain', box)}
    />
  )
}
