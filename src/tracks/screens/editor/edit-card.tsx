import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import Trophy from 'lucide-react/icons/trophy'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { PlayButton } from '../play-button.tsx'
import { SpotifyLink } from '../spotify-link.tsx'
import { TrackArt } from '../track-art.tsx'
import { TrackPlayer } from '../track-player.tsx'
import { trackTitle, unavailableText } from '../track-title.ts'
import { useNowPlaying } from '../use-now-playing.ts'
import { useDuplicateHighlight } from './duplicate-track.ts'
import type { Row } from './local-edits.ts'

type EditCardProps = {
  row: Row
  handle: DraggableProvidedDragHandleProps | null
  dragged: boolean
  onSwap: () => void
  onRemove: () => void
  /** The menu of moves. */
  menu: ReactNode
}

/** A track that can be moved, swapped and removed. */
export function EditCard({ row, handle, dragged, onSwap, onRemove, menu }: EditCardProps) {
  const { playing, play } = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user
  const duplicate = useDuplicateHighlight(row.id)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (duplicate) article.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [duplicate])
  const top = row.rank === 1
  const title = trackTitle(row)
  return (
    <article
      ref={article}
      className={classes(
        'grid grid-cols-[auto_1.5rem_4rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-card p-2 transition-[border-color,background-color,box-shadow] sm:grid-cols-[auto_2.25rem_5rem_minmax(0,1fr)_auto] sm:gap-x-3 sm:p-3',
        duplicate
          ? 'border-2 border-danger bg-danger-soft'
          : top
            ? 'border-2 border-gold bg-gold-soft'
            : 'border border-line bg-surface',
        dragged && 'shadow-float',
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the drag library ignores presses on buttons */}
      <span
        {...handle}
        role="button"
        tabIndex={0}
        aria-label={`Move ${title}`}
        className="grid h-16 w-7 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink sm:w-8"
      >
        <GripVertical size={20} aria-hidden="true" />
      </span>
      <span
        className={classes(
          'text-center font-display text-3xl font-extrabold',
          top && 'text-gold-ink',
        )}
      >
        <span className="sr-only">Number </span>
        {row.rank}
      </span>
      <TrackArt track={row} />
      <div className="min-w-0 sm:flex sm:items-center sm:gap-3 sm:pl-1">
        <div className="min-w-0 grow">
          {top && (
            <p className="flex items-center gap-1 font-display text-xs font-extrabold tracking-wide whitespace-nowrap text-gold-ink">
              <Trophy size={14} aria-hidden="true" className="max-[22rem]:hidden" />
              TOP TRACK
            </p>
          )}
          <h2 className="line-clamp-2 leading-snug font-bold">{title}</h2>
          {row.artist && <p className="truncate text-sm text-muted">{row.artist}</p>}
          {row.gone && <p className="text-sm text-muted">{unavailableText}</p>}
          {row.isTemp && <Badge tone="accent">Not saved</Badge>}
          {isDev && <p className="text-xs text-muted">Spotify preview disabled in dev mode</p>}
        </div>
        <div className="flex items-center max-sm:-ml-2 sm:gap-1">
          {!isDev && !playing && <PlayButton small title={title} onClick={play} />}
          <SpotifyLink track={row} />
          {menu}
        </div>
      </div>
      <div className="grid">
        <RowAction
          onClick={onSwap}
          icon={<ArrowLeftRight size={18} aria-hidden="true" />}
          about={title}
        >
          Swap track
        </RowAction>
        <RowAction onClick={onRemove} icon={<Trash2 size={18} aria-hidden="true" />} about={title}>
          Remove track
        </RowAction>
      </div>
      {playing && (
        <div className="col-span-full mt-2">
          <TrackPlayer track={row} />
        </div>
      )}
    </article>
  )
}

type RowActionProps = {
  icon: ReactNode
  children: string
  /** The title of the track, for those who hear the button. */
  about: string
  onClick: () => void
}

/** Words where there is room; elsewhere the icon is seen and the words are read. */
function RowAction({ icon, children, about, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={children}
      aria-label={`${children}: ${about}`}
      className="inline-flex h-10 min-w-9 items-center gap-2 rounded-control px-2.5 text-sm font-semibold text-muted transition-colors hover:bg-sunken hover:text-ink max-md:justify-center"
    >
      {icon}
      <span className="max-md:sr-only">{children}</span>
    </button>
  )
}
