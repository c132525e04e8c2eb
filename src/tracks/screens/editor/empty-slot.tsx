import { Plus } from 'lucide'
import { Icon } from '../../../ui/icon.tsx'
import { useSite } from '../../../ui/site.tsx'

/** Of the first empty slot, to link to. */
export const nextPlaceId = 'next-place'

type EmptySlotProps = {
  id: string | undefined
  rank: number
  /** The first slot of an empty list has a text of its own. */
  isFirstTrack: boolean
  onAdd: () => void
  /** Called when adding becomes likely. */
  onPreload: () => void
}

export function EmptySlot({ id, rank, isFirstTrack, onAdd, onPreload }: EmptySlotProps) {
  const { brand } = useSite()
  return (
    <button
      id={id}
      type="button"
      onClick={onAdd}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      className="grid min-h-14 w-full grid-cols-[1.125rem_1.25rem_minmax(0,1fr)_auto] items-center gap-x-1.5 rounded-card border border-dashed border-line-strong py-1 text-left text-muted transition-colors hover:border-ink hover:bg-surface hover:text-ink sm:min-h-18 sm:grid-cols-[2.75rem_2.25rem_minmax(0,1fr)_auto] sm:gap-x-3 sm:px-2"
    >
      <span className="col-start-2 text-center font-display text-2xl sm:text-3xl font-extrabold opacity-60">
        {rank}
      </span>
      <span className="pl-1 font-medium">
        {isFirstTrack ? `Add your #1 track to your ${brand}` : `Add a track to your ${brand}`}
      </span>
      <Icon shape={Plus} size={22} className="mr-2" />
    </button>
  )
}
