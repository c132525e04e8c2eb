import { ArrowDown, ArrowLeftRight, ArrowUp, ArrowUpToLine, type IconNode, Trash2 } from 'lucide'
import { useRef } from 'react'
import { trackLinkOf } from '../../../spotify/page-links.shared.ts'
import { SpotifyLogo } from '../../../spotify/screens/from-spotify.tsx'
import { trackTitle, unavailableText } from '../../../spotify/track-title.shared.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { Row } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

type RowMenuProps = { editor: ListEditor; row: Row; index: number; onSwap: () => void }

export function RowMenu({ editor, row, index, onSwap }: RowMenuProps) {
  const indexes = editor.rows.flatMap((other, at) => (other.removed ? [] : [at]))
  const position = indexes.indexOf(index)
  const moves = [
    { label: 'Move up', icon: ArrowUp, to: indexes[position - 1] },
    { label: 'Move down', icon: ArrowDown, to: indexes[position + 1] },
    { label: 'Move to top', icon: ArrowUpToLine, to: position > 1 ? indexes[0] : undefined },
  ]
  const button = useRef<HTMLButtonElement>(null)
  const moveTo = (to: number) => {
    editor.move(index, to)
    // Moving the element removes its focus.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <Menu
      label={`More for ${trackTitle(row)}`}
      buttonRef={button}
      className="text-muted!"
      items={[
        { label: 'Swap track', icon: itemIcon(ArrowLeftRight), onSelect: onSwap },
        { label: 'Remove track', icon: itemIcon(Trash2), onSelect: () => editor.remove(row) },
        ...moves.flatMap(({ label, icon, to }): MenuItem[] =>
          to === undefined ? [] : [{ label, icon: itemIcon(icon), onSelect: () => moveTo(to) }],
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

const itemIcon = (icon: IconNode) => <Icon icon={icon} size={18} />
