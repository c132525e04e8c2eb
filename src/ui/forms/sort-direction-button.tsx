import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

type SortDirection = 'asc' | 'desc'

type SortDirectionButtonProps = {
  direction: SortDirection
  onChange: (direction: SortDirection) => void
}

export function SortDirectionButton({ direction, onChange }: SortDirectionButtonProps) {
  const descending = direction === 'desc'
  return (
    <Button
      variant="secondary"
      className="w-40"
      icon={<Icon icon={descending ? ArrowDownWideNarrow : ArrowUpNarrowWide} size={18} />}
      onClick={() => onChange(descending ? 'asc' : 'desc')}
    >
      {descending ? 'Descending' : 'Ascending'}
      <span className="sr-only">order. Reverse it</span>
    </Button>
  )
}
