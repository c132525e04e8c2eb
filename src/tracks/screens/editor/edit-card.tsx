import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import { ArrowLeftRight, GripVertical, type IconNode, Trash2, Trophy } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Playlist } from '../player/now-playing.ts'
import { PlayButton } from '../player/play-button.tsx'
import { TrackArt } from '../track-art.tsx'
import { Rank, TrackCaption, TrackRow } from '../track-row.tsx'
import { trackTitle, unavailableText } from '../track-title.ts'
import { useDuplicateHighlight } from './duplicate-highlight.ts'
import type { Row } from './local-edits.ts'
import { ViaLine } from './via-line.tsx'

type EditCardProps = {
  row: Row
  /** The rank of the place that the track is in or, during a drag, would get: ranks and gold do not move. */
  rank: number
  playlist: Playlist
  dragHandle: DraggableProvidedDragHandleProps | null
  isDragging: boolean
  onSwap: () => void
  onRemove: () => void
  menu: ReactNode
}

/** A track that can be moved, replaced and removed. Every place has the same height, so that a drag changes none. */
export function EditCard(props: EditCardProps) {
  const { row, rank, playlist, dragHandle, isDragging, onSwap, onRemove, menu } = props
  const isDuplicate = useDuplicateHighlight(row.id)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isDuplicate) card.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [isDuplicate])
  const isTop = rank === 1
  const title = trackTitle(row)
  return (
    <TrackRow
      ref={card}
      track={row}
      className={classes(
        'relative grid min-h-18 grid-cols-[auto_1.25rem_--spacing(11)_minmax(0,1fr)_auto] items-center gap-x-1.5 rounded-card border-2 py-1 transition-[border-color,background-color,box-shadow] sm:min-h-21 sm:grid-cols-[auto_2.25rem_--spacing(16)_minmax(0,1fr)_auto] sm:gap-x-3 sm:px-2',
        // With large text the caption is below the rest.
        '@max-3xs:grid-cols-[auto_1.25rem_--spacing(11)_minmax(0,1fr)]',
        isDuplicate
          ? 'border-danger bg-danger-soft'
          : isTop
            ? 'border-gold bg-gold-soft'
            : 'border-line bg-surface',
        isDragging && 'shadow-float',
      )}
    >
      <DragHandle title={title} {...dragHandle} />
      <Rank
        rank={rank}
        isNamed
        className={classes('pointer-events-none text-2xl sm:text-3xl', isTop && 'text-gold-ink')}
      />
      <TrackArt track={row} />
      <EditCaption row={row} isTop={isTop} />
      <div className="flex items-center justify-self-end sm:gap-1">
        <PlayButton playlist={playlist} index={row.rank - 1} small />
        <RowAction label="Swap track" title={title} shape={ArrowLeftRight} onClick={onSwap} />
        <RowAction label="Remove track" title={title} shape={Trash2} onClick={onRemove} />
        {menu}
      </div>
    </TrackRow>
  )
}

function EditCaption({ row, isTop }: Pick<EditCardProps, 'row'> & { isTop: boolean }) {
  const user = useCurrentUser()
  return (
    <div className="min-w-0 pl-1 @max-3xs:order-last @max-3xs:col-span-full @max-3xs:px-3">
      {isTop && (
        <p className="flex items-center gap-1 font-display text-xs font-extrabold tracking-wide whitespace-nowrap text-gold-ink">
          <Icon shape={Trophy} size={14} />
          TOP TRACK
        </p>
      )}
      <TrackCaption
        track={row}
        className={classes(
          'text-[0.9375rem] leading-tight sm:text-base sm:leading-snug',
          isTop ? 'line-clamp-1' : 'line-clamp-2',
        )}
        isLinked={!row.isTemp}
      />
      {row.isTemp && user && <NotSavedMark />}
      {row.gone && (
        <p className="truncate text-sm text-muted @max-3xs:whitespace-normal">{unavailableText}</p>
      )}
      <ViaLine row={row} />
      {user?.is_dev_user && (
        <p className="text-xs text-muted">Spotify preview disabled in dev mode</p>
      )}
    </div>
  )
}

/** On the border of the card, where it takes no room from the title and the artists. */
const NotSavedMark = () => <Badge className="absolute -top-2 right-3 py-0!">Not saved</Badge>

type DragHandleProps = { title: string } & Partial<DraggableProvidedDragHandleProps>

/** On phones it extends below the rank, which lets presses through. */
function DragHandle({ title, ...handle }: DragHandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the drag library ignores presses on buttons
    <span
      {...handle}
      role="button"
      tabIndex={0}
      aria-label={`Move ${title}`}
      className="-mr-6.5 grid h-16 w-11 cursor-grab touch-none items-center rounded-md text-muted hover:bg-sunken hover:text-ink sm:mr-0 sm:place-items-center"
    >
      <Icon shape={GripVertical} size={20} />
    </span>
  )
}

type RowActionProps = {
  label: string
  title: string
  shape: IconNode
  onClick: () => void
}

/** Only on wide screens; the menu has it on all. */
function RowAction({ label, title, shape, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={label}
      aria-label={`${label}: ${title}`}
      className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink max-md:hidden"
    >
      <Icon shape={shape} size={18} />
    </button>
  )
}
