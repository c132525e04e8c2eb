import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  type IconNode,
  Trash2,
} from 'lucide'
import { trackLinkOf } from '../../../spotify/track-link.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { SpotifyLogo } from '../open-on-spotify.tsx'
import { trackTitle, unavailableText } from '../track-title.ts'
import type { Row } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

type RowMenuProps = { editor: ListEditor; row: Row; index: number; onSwap: () => void }

export function RowMenu({ editor, row, index, onSwap }: RowMenuProps) {
  const indexes = editor.rows.flatMap((other, at) => (other.removed ? [] : [at]))
  const position = indexes.indexOf(index)
  const moves = [
    { label: 'Move up', shape: ArrowUp, to: indexes[position - 1] },
    { label: 'Move down', shape: ArrowDown, to: indexes[position + 1] },
    { label: 'Move to top', shape: ArrowUpToLine, to: position > 1 ? indexes[0] : undefined },
  ]
  const moveTo = (to: number) => {
    editor.move(index, to)
    // Moving the element removes its focus.
    requestAnimationFrame(() => focusMenuButton(row.id))
  }
  return (
    <Menu
      trigger={
        <Button
          data-menu-of={row.id}
          variant="quiet"
          iconOnly
          icon={<Icon shape={Ellipsis} size={20} className="text-muted" />}
        >
          More for {trackTitle(row)}
        </Button>
      }
      items={[
        { label: 'Swap track', icon: icon(ArrowLeftRight), onSelect: onSwap },
        { label: 'Remove track', icon: icon(Trash2), onSelect: () => editor.remove(row) },
        ...moves.flatMap(({ label, shape, to }): MenuItem[] =>
          to === undefined ? [] : [{ label, icon: icon(shape), onSelect: () => moveTo(to) }],
        ),
        {
          label: row.gone ? unavailableText : 'Open on Spotify',
          icon: <SpotifyLogo />,
          href: trackLinkOf(row.spotify_track_id),
        },
      ]}
    />
  )
}

const icon = (shape: IconNode) => <Icon shape={shape} size={18} />

function focusMenuButton(trackId: number) {
  document.querySelector<HTMLElement>(`[data-menu-of="${trackId}"]`)?.focus()
}
