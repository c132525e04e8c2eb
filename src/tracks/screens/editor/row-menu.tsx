import { ArrowDown, ArrowUp, ArrowUpToLine, Ellipsis } from 'lucide'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { trackTitle } from '../track-title.ts'
import type { Row } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

type RowMenuProps = { editor: ListEditor; row: Row; index: number }

/** Moves a track without dragging. */
export function RowMenu({ editor, row, index }: RowMenuProps) {
  const indexes = editor.rows.flatMap((other, at) => (other.removed ? [] : [at]))
  const position = indexes.indexOf(index)
  const targets = [
    { label: 'Move up', shape: ArrowUp, to: indexes[position - 1] },
    { label: 'Move down', shape: ArrowDown, to: indexes[position + 1] },
    { label: 'Move to top', shape: ArrowUpToLine, to: position > 1 ? indexes[0] : undefined },
  ]
  const moveTo = (to: number) => {
    editor.move(index, to)
    // Moving the element removes its focus.
    requestAnimationFrame(() => focusMenuButton(row.id))
  }
  if (indexes.length < 2) return null
  return (
    <Menu
      trigger={
        <Button
          data-menu-of={row.id}
          variant="quiet"
          size="sm"
          iconOnly
          icon={<Icon shape={Ellipsis} size={20} className="text-muted" />}
        >
          More moves for {trackTitle(row)}
        </Button>
      }
      items={targets.flatMap(({ label, shape, to }): MenuItem[] =>
        to === undefined
          ? []
          : [{ label, icon: <Icon shape={shape} size={18} />, onSelect: () => moveTo(to) }],
      )}
    />
  )
}

function focusMenuButton(trackId: number) {
  document.querySelector<HTMLElement>(`[data-menu-of="${trackId}"]`)?.focus()
}
