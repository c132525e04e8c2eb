import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import ArrowUpNarrowWide from 'lucide-react/icons/arrow-up-narrow-wide'
import { Button } from './button.tsx'

export type Direction = 'asc' | 'desc'

/** Says which way a list is sorted, and turns it round. */
export function DirectionButton({
  direction,
  onChange,
}: {
  direction: Direction
  onChange: (direction: Direction) => void
}) {
  const descending = direction === 'desc'
  const Icon = descending ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <Button
      variant="secondary"
      className="w-38"
      icon={<Icon size={18} aria-hidden="true" />}
      onClick={() => onChange(descending ? 'asc' : 'desc')}
    >
      {descending ? 'Descending' : 'Ascending'}
      <span className="sr-only">order. Turn round</span>
    </Button>
  )
}
