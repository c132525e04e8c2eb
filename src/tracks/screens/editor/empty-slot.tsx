import { Plus } from 'lucide'
import { Icon } from '../../../ui/icon.tsx'
import { useSite } from '../../../ui/site.tsx'
import { maxTracks } from '../../tracks.shared.ts'

type SlotProps = {
  onAdd: () => void
  onPreload: () => void
}

/** The places after the tracks of a list. */
export function EmptySlots({ count, ...actions }: SlotProps & { count: number }) {
  return (
    <ol start={count + 1} className="grid gap-2">
      {Array.from({ length: maxTracks - count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first slot keeps the focus after a track is added
        <li key={index}>
          <EmptySlot rank={count + index + 1} {...actions} />
        </li>
      ))}
    </ol>
  )
}

type EmptySlotProps = SlotProps & { rank: number }

function EmptySlot({ rank, onAdd, onPreload }: EmptySlotProps) {
  const { brand } = useSite()
  return (
    <button
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
        {rank === 1 ? `Add your #1 track to your ${brand}` : `Add a track to your ${brand}`}
      </span>
      <Icon shape={Plus} size={22} className="mr-2" />
    </button>
  )
}
