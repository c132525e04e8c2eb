import {
  DragDropContext,
  Draggable,
  type DragStart,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { useState } from 'react'
import { paths } from '../../../platform/paths.ts'
import { useSite } from '../../../ui/site.tsx'
import { trackTitle } from '../track-title.ts'
import { EditCard } from './edit-card.tsx'
import type { Row } from './local-edits.ts'
import { RemovedRow } from './removed-row.tsx'
import { RowMenu } from './row-menu.tsx'
import type { ListEditor } from './use-list-editor.ts'

type ReorderableRowsProps = { editor: ListEditor; onSwap: (row: Row) => void }

/** The tracks of the list, which are moved by mouse, touch or keyboard. */
export function ReorderableRows({ editor, onSwap }: ReorderableRowsProps) {
  const { brand } = useSite()
  const [dragging, setDragging] = useState(false)
  const playlist = {
    name: `Your ${brand}`,
    href: paths.home,
    tracks: editor.rows.filter(row => !row.removed),
    isEditable: true,
  }
  const onDragEnd = ({ source, destination }: DropResult, { announce }: ResponderProvided) => {
    setDragging(false)
    if (!destination || destination.index === source.index) return announce('Left where it was.')
    editor.move(source.index, destination.index)
    announce(`Dropped as number ${destination.index + 1}.`)
  }
  return (
    <div data-dragging={dragging || undefined}>
      <DragDropContext
        onDragStart={(start, { announce }) => {
          setDragging(true)
          announce(liftAnnouncement(editor.rows, start))
        }}
        onDragUpdate={({ destination }, { announce }) =>
          announce(destination ? `Number ${destination.index + 1}.` : 'Not over the list.')
        }
        onDragEnd={onDragEnd}
      >
        <Droppable droppableId="tracks">
          {droppable => (
            <ol ref={droppable.innerRef} {...droppable.droppableProps}>
              {editor.rows.map((row, index) => (
                <Draggable
                  key={row.id}
                  draggableId={String(row.id)}
                  index={index}
                  isDragDisabled={row.removed || editor.saving}
                >
                  {(draggable, { isDragging }) => (
                    <li
                      ref={draggable.innerRef}
                      {...draggable.draggableProps}
                      // A margin: the drag library ignores gaps.
                      className="mb-2"
                    >
                      {row.removed ? (
                        <RemovedRow
                          row={row}
                          onUndo={editor.full ? null : () => editor.undo(row)}
                        />
                      ) : (
                        <EditCard
                          row={row}
                          playlist={playlist}
                          dragHandle={draggable.dragHandleProps}
                          isDragged={isDragging}
                          onSwap={() => onSwap(row)}
                          onRemove={() => editor.remove(row)}
                          menu={<RowMenu editor={editor} row={row} index={index} />}
                        />
                      )}
                    </li>
                  )}
                </Draggable>
              ))}
              {droppable.placeholder}
            </ol>
          )}
        </Droppable>
      </DragDropContext>
    </div>
  )
}

function liftAnnouncement(rows: Row[], { source }: DragStart): string {
  const row = rows[source.index]
  return row ? `Lifted ${trackTitle(row)}, number ${row.rank}.` : ''
}
