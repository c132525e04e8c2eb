import { Ellipsis } from 'lucide'
import { type ButtonHTMLAttributes, type Ref, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { loadedLater } from '../../../ui/lazy-component.ts'
import { trackTitle } from '../track-title.ts'
import type { Row } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

const useTrackMenu = loadedLater(() => import('./track-menu.tsx'), 'TrackMenu')

type RowMenuProps = { editor: ListEditor; row: Row; index: number }

/** Moves a track without dragging. Until the menu has loaded, only its button is shown. */
export function RowMenu({ editor, row, index }: RowMenuProps) {
  const [pressed, setPressed] = useState(false)
  const Menu = useTrackMenu(pressed)
  const title = trackTitle(row)
  const indexes = editor.rows.flatMap((other, at) => (other.removed ? [] : [at]))
  const position = indexes.indexOf(index)
  const moveTo = (to: number | undefined) =>
    to === undefined || to === index
      ? null
      : () => {
          editor.move(index, to)
          // Moving the element removes its focus.
          requestAnimationFrame(() => focusMenuButton(row.id))
        }
  if (indexes.length < 2) return null
  if (!Menu)
    return <RowMenuButton trackId={row.id} title={title} onClick={() => setPressed(true)} />
  return (
    <Menu
      trackId={row.id}
      title={title}
      // Pressed before the menu had loaded.
      defaultOpen={pressed}
      up={moveTo(indexes[position - 1])}
      down={moveTo(indexes[position + 1])}
      toTop={position > 1 ? moveTo(indexes[0]) : null}
    />
  )
}

type RowMenuButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  trackId: number
  title: string
  ref?: Ref<HTMLButtonElement>
}

export function RowMenuButton({ trackId, title, ...button }: RowMenuButtonProps) {
  return (
    <Button
      {...button}
      data-menu-of={trackId}
      variant="quiet"
      size="sm"
      iconOnly
      icon={<Icon shape={Ellipsis} size={20} className="text-muted" />}
    >
      More moves for {title}
    </Button>
  )
}

function focusMenuButton(trackId: number) {
  document.querySelector<HTMLElement>(`[data-menu-of="${trackId}"]`)?.focus()
}
