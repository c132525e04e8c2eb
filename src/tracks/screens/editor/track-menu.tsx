import { ArrowDown, ArrowUp, ArrowUpToLine } from 'lucide'
import { Icon } from '../../../ui/icon.tsx'
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
  if (up) items.push({ label: 'Move up', icon: <Icon shape={ArrowUp} size={18} />, onSelect: up })
  if (down)
    items.push({ label: 'Move down', icon: <Icon shape={ArrowDown} size={18} />, onSelect: down })
  if (toTop)
    items.push({
      label: 'Move to top',
      icon: <Icon shape={ArrowUpToLine} size={18} />,
      onSelect: toTop,
    })
  return (
    <Menu
      trigger={<RowMenuButton trackId={trackId} title={title} />}
      items={items}
      defaultOpen={defaultOpen ?? false}
    />
  )
}
