import { Plus } from 'lucide'
import { useSite } from '../../../site/site.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { maxTracks } from '../../tracks.shared.ts'
import { NumberOneDisc } from '../number-one.tsx'

/** The places after the tracks of a list. */
export function EmptySlots({ count, onAdd }: { count: number; onAdd: () => void }) {
  return (
    <ol start={count + 1}>
      {Array.from({ length: maxTracks - count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first slot keeps the focus after a track is added
        <li key={index}>
          <EmptySlot rank={count + index + 1} onAdd={onAdd} />
        </li>
      ))}
    </ol>
  )
}

function EmptySlot({ rank, onAdd }: { rank: number; onAdd: () => void }) {
  const { brand } = useSite()
  const isTop = rank === 1
  return (
    <button
      type="button"
      onClick={onAdd}
      className="grid min-h-15 w-full grid-cols-[1rem_1.75rem_--spacing(11)_minmax(0,1fr)_auto] items-center gap-x-1.5 border-t border-line py-1 text-left text-muted transition-colors hover:bg-sunken hover:text-ink sm:grid-cols-[--spacing(11)_2.25rem_--spacing(12)_minmax(0,1fr)_auto] sm:gap-x-3"
    >
      <span className="col-start-2 text-center font-display text-xl font-extrabold">
        {isTop ? <NumberOneDisc /> : rank}
      </span>
      <span
        className={classes(
          'aspect-square rounded-art border border-dashed',
          isTop ? 'border-gold-ink' : 'border-line-strong',
        )}
      />
      <span className={classes('pl-1 leading-tight', isTop ? 'font-bold text-ink' : 'font-medium')}>
        {isTop ? `Add your #1 track to your ${brand}` : `Add a track to your ${brand}`}
      </span>
      <Icon icon={Plus} size={20} className="mr-3" />
    </button>
  )
}
