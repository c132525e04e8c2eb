import { type ComponentType, useEffect, useState } from 'react'
import { preload } from '../../../ui/lazy-component.ts'
import { trackTitle } from '../track-title.ts'
import type { Row } from './local-edits.ts'
import { focusMoreButton, MoreButton } from './more-button.tsx'
import type { ListEditor } from './use-list-editor.ts'

type RowMovesProps = { editor: ListEditor; row: Row; index: number }

/** The menu of a row, loaded once the page stands. */
export function RowMoves({ editor, row, index }: RowMovesProps) {
  const [pressed, setPressed] = useState(false)
  const Menu = useTrackMenu(pressed)
  const title = trackTitle(row)
  const placed = editor.rows.flatMap((other, at) => (other.removed ? [] : [at]))
  const place = placed.indexOf(index)
  const moveTo = (to: number | undefined) =>
    to === undefined || to === index
      ? null
      : () => {
          editor.move(index, to)
          // A moved element loses the focus.
          requestAnimationFrame(() => focusMoreButton(row.id))
        }
  if (placed.length < 2) return null
  if (!Menu) return <MoreButton trackId={row.id} title={title} onClick={() => setPressed(true)} />
  return (
    <Menu
      trackId={row.id}
      title={title}
      // Pressed before it had loaded.
      defaultOpen={pressed}
      up={moveTo(placed[place - 1])}
      down={moveTo(placed[place + 1])}
      toTop={place > 1 ? moveTo(placed[0]) : null}
    />
  )
}

type MenuModule = typeof import('./track-menu.tsx')
let loadedMenu: MenuModule['TrackMenu'] | undefined

function useTrackMenu(
  pressed: boolean,
): ComponentType<Parameters<MenuModule['TrackMenu']>[0]> | undefined {
  const [, setLoaded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press tries again what failed
  useEffect(() => {
    if (loadedMenu) return
    preload(async () => {
      loadedMenu = (await import('./track-menu.tsx')).TrackMenu
      setLoaded(true)
    })
  }, [pressed])
  return loadedMenu
}
