import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import { GripVertical, Trophy } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { DevPlaceholder } from '../../../player/screens/dev-placeholder.tsx'
import { type Playlist, useIsPlaying } from '../../../player/screens/now-playing.ts'
import { PlayButton } from '../../../player/screens/play-button.tsx'
import { TrackLink } from '../../../spotify/screens/track-link.tsx'
import { trackTitle, unavailableText } from '../../../spotify/track-title.shared.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Toolbar } from '../../../ui/overlays/toolbar.tsx'
import { Rank } from '../number-one.tsx'
import { TrackArt } from '../track-art.tsx'
import { useDuplicateHighlight } from './duplicate-highlight.ts'
import type { Row } from './local-edits.ts'
import { ViaLine } from './via-line.tsx'

type EditCardProps = {
  row: Row
  /** The rank of the place that the track is in or, during a drag, would get: ranks and gold do not move. */
  rank: number
  playlist: Playlist
  dragHandle: DraggableProvidedDragHandleProps | null | undefined
  isDragging: boolean
  menu: ReactNode
}

/** A track that can be moved, replaced and removed. */
export function EditCard({ row, rank, playlist, dragHandle, isDragging, menu }: EditCardProps) {
  const isPlaying = useIsPlaying(row)
  const isDuplicate = useDuplicateHighlight(row.id)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isDuplicate) card.current?.scrollIntoView({ block: 'center' })
  }, [isDuplicate])
  const isTop = rank === 1
  const title = trackTitle(row)
  return (
    <article
      ref={card}
      aria-current={isPlaying || undefined}
      className={classes(
        'grid min-h-15 grid-cols-[auto_1.75rem_--spacing(11)_minmax(0,1fr)_auto] items-center gap-x-1.5 border-t py-1 transition-[border-color,background-color,box-shadow] sm:grid-cols-[auto_2.25rem_--spacing(12)_minmax(0,1fr)_auto] sm:gap-x-3',
        // With large text the caption is below the rest.
        '@max-3xs:grid-cols-[auto_1.75rem_--spacing(11)_minmax(0,1fr)]',
        isDuplicate ? 'border-danger bg-danger-soft' : 'border-line',
        isDragging && 'rounded-control bg-canvas shadow-float',
      )}
    >
      <Toolbar label={title} className="contents">
        <DragHandle title={title} {...dragHandle} />
        <Rank rank={rank} isPlaying={isPlaying} />
        <TrackArt track={row} />
        <EditCaption row={row} isTop={isTop} />
        <div className="flex items-center justify-self-end sm:gap-1">
          <PlayButton playlist={playlist} index={row.rank - 1} look="small" />
          {menu}
        </div>
      </Toolbar>
    </article>
  )
}

type EditCaptionProps = { row: Row; isTop: boolean }

/** Nothing is cut off in a container that is narrow for the size of its text. */
function EditCaption({ row, isTop }: EditCaptionProps) {
  return (
    <div className="min-w-0 pl-1 @max-3xs:order-last @max-3xs:col-span-full @max-3xs:px-3">
      {isTop && (
        <p className="flex items-center gap-1 font-display text-[0.6875rem] leading-tight font-extrabold tracking-wide whitespace-nowrap">
          <Icon icon={Trophy} size={12} />
          TOP TRACK
        </p>
      )}
      <h2 className="line-clamp-2 text-[0.9375rem] leading-tight font-bold sm:text-base sm:leading-snug @max-3xs:line-clamp-none">
        {row.isTemp ? <bdi translate="no">{trackTitle(row)}</bdi> : <TrackLink track={row} />}
      </h2>
      {row.artist && (
        <p
          dir="auto"
          translate="no"
          className="truncate text-left text-sm text-muted @max-3xs:whitespace-normal"
        >
          {row.artist}
        </p>
      )}
      {row.gone && (
        <p className="truncate text-sm text-muted @max-3xs:whitespace-normal">{unavailableText}</p>
      )}
      <ViaLine row={row} />
      <DevPlaceholder size="line" />
    </div>
  )
}

type DragHandleProps = { title: string } & Partial<DraggableProvidedDragHandleProps>

/** On phones the handle extends below the rank, which lets clicks through. */
function DragHandle({ title, ...handle }: DragHandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the drag library ignores presses on buttons
    <span
      {...handle}
      role="button"
      tabIndex={0}
      aria-label={`Move ${title}`}
      className="-mr-7 grid h-13 w-11 cursor-grab touch-none items-center rounded-md text-muted hover:bg-sunken hover:text-ink sm:mr-0 sm:place-items-center"
    >
      <Icon icon={GripVertical} size={20} />
    </span>
  )
}
