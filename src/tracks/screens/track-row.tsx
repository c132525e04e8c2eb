import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import { type Playlist, useIsPlaying } from './player/now-playing.ts'
import { PlayButton } from './player/play-button.tsx'
import { TrackArt } from './track-art.tsx'
import { TrackArtist } from './track-artist.tsx'
import { TrackLink } from './track-link.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

/** How a list shows its rows: mostly class names of the parts. */
export type TrackRowLayout = {
  as?: 'article' | 'li'
  row: string
  rank: string
  /** Read before the rank by screen readers. */
  rankLabel?: string
  art?: string
  /** Loads the cover first: it is the largest image at the top of the page. */
  isArtUrgent?: boolean
  /** Around the caption, its controls and what is below them. */
  main?: string
  /** Around the caption and its controls. */
  caption?: string
  titleAs?: 'h2' | 'p'
  title: string
  controls?: string
  hasSmallPlayButton?: boolean
}

type TrackRowProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>
  rank: number
  /** In which the row is number `rank`. Without it, the row has no play button. */
  playlist?: Playlist
  layout: TrackRowLayout
  /** Whether the title leads to the track's page. */
  isLinked?: boolean
  /** Before the rank. */
  before?: ReactNode
  /** Below the rank. */
  mark?: ReactNode
  /** Above the title. */
  label?: ReactNode
  /** Below the artist. */
  details?: ReactNode
  /** Beside the caption, after the play button. */
  controls?: ReactNode
  /** Below the caption. */
  below?: ReactNode
  /** At the end of the row. */
  after?: ReactNode
  ref?: Ref<HTMLElement>
}

/** A ranked track: number, cover, caption and play button. */
export function TrackRow({
  track,
  rank,
  playlist,
  layout,
  isLinked = true,
  ref,
  ...slots
}: TrackRowProps) {
  const { as: Row = 'article', titleAs: Title = 'h2' } = layout
  const isPlaying = useIsPlaying(track)
  return (
    <Row ref={ref as Ref<never>} aria-current={isPlaying || undefined} className={layout.row}>
      {slots.before}
      <span className={classes('text-center font-display font-extrabold', layout.rank)}>
        {layout.rankLabel && <span className="sr-only">{layout.rankLabel} </span>}
        {rank}
        {slots.mark}
      </span>
      <TrackArt track={track} isUrgent={layout.isArtUrgent ?? false} className={layout.art ?? ''} />
      <div className={classes('min-w-0', layout.main)}>
        <div className={layout.caption}>
          <div className="min-w-0 grow">
            {slots.label}
            <Title className={classes('font-bold', layout.title)}>
              {isLinked ? <TrackLink track={track} /> : trackTitle(track)}
            </Title>
            <TrackArtist track={track} />
            {slots.details}
          </div>
          {(playlist || slots.controls) && (
            <div className={layout.controls}>
              {playlist && (
                <PlayButton
                  playlist={playlist}
                  index={rank - 1}
                  small={layout.hasSmallPlayButton ?? false}
                />
              )}
              {slots.controls}
            </div>
          )}
        </div>
        {slots.below}
      </div>
      {slots.after}
    </Row>
  )
}
