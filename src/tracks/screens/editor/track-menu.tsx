import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { RowMenuButton } from './row-menu.tsx'

type TrackMenuProps = {
  trackId: number
  title: string
  defaultOpen?: boolean
  /** Null where the move would change nothing. */
  up: (() => void) | null
  down: (() => void) | null
  toTop: (() => void) | null
}

export function TrackMenu({ trackId, title, defaultOpen, up, down, toTop }: TrackMenuProps) {
  const items: MenuItem[] = []
  if (up) items.push({ label: 'Move up', icon: <ArrowUp {...icon} />, onSelect: up })
  if (down) items.push({ label: 'Move down', icon: <ArrowDown {...icon} />, onSelect: down })
  if (toTop)
    items.push({ label: 'Move to top', icon: <ArrowUpToLine {...icon} />, onSelect: toTop })
  return (
    <Menu
      trigger={<RowMenuButton trackId={trackId} title={title} />}
      items={items}
      defaultOpen={defaultOpen ?? false}
    />
  )
}

const icon = { size: 18, 'aria-hidden': true } as const
