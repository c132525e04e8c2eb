import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import ArrowUpNarrowWide from 'lucide-react/icons/arrow-up-narrow-wide'
import { Button } from './button.tsx'

export type SortDirection = 'asc' | 'desc'

type SortDirectionButtonProps = {
  direction: SortDirection
  onChange: (direction: SortDirection) => void
}

/** Shows the sort direction and reverses it. */
export function SortDirectionButton({ direction, onChange }: SortDirectionButtonProps) {
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
