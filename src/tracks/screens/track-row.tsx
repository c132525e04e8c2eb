import type { ReactNode, Ref } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { classes } from '../../ui/classes.ts'
import { PlayButton } from './play-button.tsx'
import { TrackArt } from './track-art.tsx'
import { TrackPlayer } from './track-player.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'
import { useNowPlaying } from './use-now-playing.ts'

/** How a list shows its rows: mostly class names of the parts. */
export type TrackRowLayout = {
  as?: 'article' | 'li'
  row: string
  rank: string
  /** Read before the rank by screen readers. */
  rankLabel?: string
  art?: string
  artWhilePlaying?: string
  /** Loads the cover first: it is the largest image at the top of the page. */
  isArtUrgent?: boolean
  /** Around the caption, its controls and what is below them. */
  main?: string
  /** Around the caption and its controls. */
  caption?: string
  titleAs?: 'h2' | 'p'
  title: string
  controls?: string
  /** Where the player opens: in place of `main`, below the row, or nowhere. */
  player: 'main' | 'below' | 'none'
  /** Around the player in place of `main`. */
  playerBox?: string
}

type TrackRowProps = {
  track: Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>
  rank: number
  layout: TrackRowLayout
  /** Before the rank. */
  before?: ReactNode
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

/** A ranked track: number, cover, caption, play button and player. */
export function TrackRow({ track, rank, layout, ref, ...slots }: TrackRowProps) {
  const { as: Row = 'article', titleAs: Title = 'h2' } = layout
  const { playing, play } = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user
  const title = trackTitle(track)
  const playsInMain = playing && layout.player === 'main'
  const hasPlayButton = layout.player !== 'none' && !isDev && !playing
  return (
    <Row ref={ref as Ref<never>} className={layout.row}>
      {slots.before}
      <span className={classes('text-center font-display font-extrabold', layout.rank)}>
        {layout.rankLabel && <span className="sr-only">{layout.rankLabel} </span>}
        {rank}
      </span>
      <TrackArt
        track={track}
        isUrgent={layout.isArtUrgent ?? false}
        className={classes(layout.art, playsInMain && layout.artWhilePlaying)}
      />
      {playsInMain ? (
        <div className={layout.playerBox ?? layout.main}>
          <h2 className="sr-only">{title}</h2>
          <TrackPlayer track={track} />
        </div>
      ) : (
        <div className={classes('min-w-0', layout.main)}>
          <div className={layout.caption}>
            <div className="min-w-0 grow">
              {slots.label}
              <Title className={classes('font-bold', layout.title)}>{title}</Title>
              {track.artist && <p className="truncate text-sm text-muted">{track.artist}</p>}
              {slots.details}
            </div>
            {(hasPlayButton || slots.controls) && (
              <div className={layout.controls}>
                {hasPlayButton && (
                  <PlayButton small={layout.player === 'below'} title={title} onClick={play} />
                )}
                {slots.controls}
              </div>
            )}
          </div>
          {slots.below}
        </div>
      )}
      {slots.after}
      {playing && layout.player === 'below' && (
        <div className="col-span-full mt-2">
          <TrackPlayer track={track} />
        </div>
      )}
    </Row>
  )
}
