import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import { useIsPlaying } from './player/now-playing.ts'
import { TrackArtist } from './track-artist.tsx'
import { TrackLink } from './track-link.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

// The parts of a ranked track in a list. Each kind of list puts them together.

type RowTrack = Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>

type TrackRowProps = {
  track: RowTrack
  as?: 'article' | 'li'
  className: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}

export function TrackRow({ track, as: Row = 'article', className, children, ref }: TrackRowProps) {
  const isPlaying = useIsPlaying(track)
  return (
    <Row ref={ref as Ref<never>} aria-current={isPlaying || undefined} className={className}>
      {children}
    </Row>
  )
}

type RankProps = {
  rank: number
  /** Screen readers say "Number" before it. */
  isNamed?: boolean
  className: string
  children?: ReactNode
}

export function Rank({ rank, isNamed = false, className, children }: RankProps) {
  return (
    <span className={classes('text-center font-display font-extrabold', className)}>
      {isNamed && <span className="sr-only">Number </span>}
      {rank}
      {children}
    </span>
  )
}

type TrackCaptionProps = {
  track: RowTrack
  titleAs?: 'h2' | 'p'
  className: string
  isLinked?: boolean
  children?: ReactNode
}

export function TrackCaption({
  track,
  titleAs: Title = 'h2',
  className,
  isLinked = true,
  children,
}: TrackCaptionProps) {
  return (
    <>
      {/* In a container that is narrow for the size of its text, nothing is cut off. */}
      <Title
        className={classes(
          'font-bold @max-3xs:line-clamp-none @max-3xs:whitespace-normal',
          className,
        )}
      >
        {isLinked ? <TrackLink track={track} /> : trackTitle(track)}
      </Title>
      <div className="flex min-w-0 items-center gap-2">
        <TrackArtist track={track} />
        {children}
      </div>
    </>
  )
}
