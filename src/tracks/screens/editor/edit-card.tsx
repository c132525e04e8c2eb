import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import { ArrowLeftRight, GripVertical, Trash2, Trophy } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { OpenOnSpotify } from '../open-on-spotify.tsx'
import type { Playlist } from '../player/now-playing.ts'
import { PlayButton } from '../player/play-button.tsx'
import { TrackArt } from '../track-art.tsx'
import { Rank, TrackCaption, TrackRow } from '../track-row.tsx'
import { trackTitle, unavailableText } from '../track-title.ts'
import { useDuplicateHighlight } from './duplicate-highlight.ts'
import type { Row } from './local-edits.ts'

type EditCardProps = {
  row: Row
  playlist: Playlist
  dragHandle: DraggableProvidedDragHandleProps | null
  isDragging: boolean
  onSwap: () => void
  onRemove: () => void
  /** The menu that moves the track. */
  menu: ReactNode
}

/** A track that can be moved, replaced and removed. */
export function EditCard({
  row,
  playlist,
  dragHandle,
  isDragging,
  onSwap,
  onRemove,
  menu,
}: EditCardProps) {
  const isDev = useCurrentUser()?.is_dev_user
  const isDuplicate = useDuplicateHighlight(row.id)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isDuplicate) card.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [isDuplicate])
  const isTop = row.rank === 1
  const title = trackTitle(row)
  return (
    <TrackRow
      ref={card}
      track={row}
      className={classes(
        'grid grid-cols-[auto_1.5rem_4rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-card p-2 transition-[border-color,background-color,box-shadow] sm:grid-cols-[auto_2.25rem_5rem_minmax(0,1fr)_auto] sm:gap-x-3 sm:p-3',
        isDuplicate
          ? 'border-2 border-danger bg-danger-soft'
          : isTop
            ? 'border-2 border-gold bg-gold-soft'
            : 'border border-line bg-surface',
        isDragging && 'shadow-float',
      )}
    >
      <DragHandle title={title} {...dragHandle} />
      <Rank rank={row.rank} isNamed className={classes('text-3xl', isTop && 'text-gold-ink')} />
      <TrackArt track={row} />
      <div className="min-w-0 sm:flex sm:items-center sm:gap-3 sm:pl-1">
        <div className="min-w-0 grow">
          {isTop && (
            <p className="flex items-center gap-1 font-display text-xs font-extrabold tracking-wide whitespace-nowrap text-gold-ink">
              <Icon shape={Trophy} size={14} className="max-[22rem]:hidden" />
              TOP TRACK
            </p>
          )}
          <TrackCaption track={row} className="line-clamp-2 leading-snug" isLinked={!row.isTemp} />
          {row.gone && <p className="text-sm text-muted">{unavailableText}</p>}
          {row.isTemp && <Badge tone="accent">Not saved</Badge>}
          {isDev && <p className="text-xs text-muted">Spotify preview disabled in dev mode</p>}
        </div>
        <div className="flex items-center max-sm:-ml-2 sm:gap-1">
          <PlayButton playlist={playlist} index={row.rank - 1} small />
          <OpenOnSpotify track={row} />
          {menu}
        </div>
      </div>
      <div className="grid">
        <RowAction
          label="Swap track"
          title={title}
          icon={<Icon shape={ArrowLeftRight} size={18} />}
          onClick={onSwap}
        />
        <RowAction
          label="Remove track"
          title={title}
          icon={<Icon shape={Trash2} size={18} />}
          onClick={onRemove}
        />
      </div>
    </TrackRow>
  )
}

type DragHandleProps = { title: string } & Partial<DraggableProvidedDragHandleProps>

function DragHandle({ title, ...handle }: DragHandleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the drag library ignores presses on buttons
    <span
      {...handle}
      role="button"
      tabIndex={0}
      aria-label={`Move ${title}`}
      className="grid h-16 w-7 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink sm:w-8"
    >
      <Icon shape={GripVertical} size={20} />
    </span>
  )
}

type RowActionProps = {
  label: string
  /** The track's title, for screen readers. */
  title: string
  icon: ReactNode
  onClick: () => void
}

/** On narrow screens only the icon is visible. */
function RowAction({ label, title, icon, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={label}
      aria-label={`${label}: ${title}`}
      className="inline-flex h-10 min-w-9 items-center gap-2 rounded-control px-2.5 text-sm font-semibold text-muted transition-colors hover:bg-sunken hover:text-ink max-md:justify-center"
    >
      {icon}
      <span className="max-md:sr-only">{label}</span>
    </button>
  )
}
