import { type ReactNode, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { loadedLater } from '../../../ui/lazy-component.ts'
import { useSite } from '../../../ui/site.tsx'
import { useListDrag, useRowDrag } from './drag-props.ts'
import { EditCard } from './edit-card.tsx'
import type { Row } from './local-edits.ts'
import { RemovedRow } from './removed-row.tsx'
import { RowMenu } from './row-menu.tsx'
import type { ListEditor } from './use-list-editor.ts'

const useDragAndDrop = loadedLater(() => import('./drag-and-drop.tsx'), 'DragAndDrop')

type ReorderableRowsProps = { editor: ListEditor; onSwap: (row: Row) => void }

/** The tracks of the list, which are moved by mouse, touch or keyboard. */
export function ReorderableRows({ editor, onSwap }: ReorderableRowsProps) {
  const { brand } = useSite()
  const [approached, setApproached] = useState(false)
  const [dragging, setDragging] = useState(false)
  const DragAndDrop = useDragAndDrop(approached)
  const drag = useListDrag()
  const playlist = {
    name: `Your ${brand}`,
    href: paths.home,
    tracks: editor.rows.filter(row => !row.removed),
    isEditable: true,
  }
  return (
    <div data-dragging={dragging || undefined}>
      <ol ref={drag?.innerRef} {...drag?.droppableProps}>
        {editor.rows.map((row, index) => (
          <Item key={row.id} id={row.id}>
            {row.removed ? (
              <RemovedRow row={row} onUndo={editor.full ? null : () => editor.undo(row)} />
            ) : (
              <EditCard
                row={row}
                playlist={playlist}
                onApproachHandle={() => setApproached(true)}
                onSwap={() => onSwap(row)}
                onRemove={() => editor.remove(row)}
                menu={<RowMenu editor={editor} row={row} index={index} />}
              />
            )}
          </Item>
        ))}
        {drag?.placeholder}
      </ol>
      {DragAndDrop && <DragAndDrop editor={editor} onDragging={setDragging} />}
    </div>
  )
}

function Item({ id, children }: { id: number; children: ReactNode }) {
  const drag = useRowDrag(id)?.provided
  return (
    // A margin: the drag library ignores gaps.
    <li ref={drag?.innerRef} {...drag?.draggableProps} className="mb-2">
      {children}
    </li>
  )
}
