import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  type DragStart,
  Droppable,
  type DroppableProvided,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd'
import { useLayoutEffect } from 'react'
import { trackTitle } from '../track-title.ts'
import { setListDrag, setRowDrag } from './drag-props.ts'
import type { Row } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

// The library's checks in development run before the elements have its attributes.
Object.assign(window, { '__@hello-pangea/dnd-disable-dev-warnings': true })

type DragAndDropProps = { editor: ListEditor; onDragging: (isDragging: boolean) => void }

/**
 * Makes the rows draggable. It shows nothing: it stands beside the list and hands over the library's
 * attributes, because around the list it would replace elements that are already in use.
 */
export function DragAndDrop({ editor, onDragging }: DragAndDropProps) {
  const onDragEnd = ({ source, destination }: DropResult, { announce }: ResponderProvided) => {
    onDragging(false)
    if (!destination || destination.index === source.index) return announce('Left where it was.')
    editor.move(source.index, destination.index)
    announce(`Dropped as number ${destination.index + 1}.`)
  }
  return (
    <DragDropContext
      onDragStart={(start, { announce }) => {
        onDragging(true)
        announce(liftAnnouncement(editor.rows, start))
      }}
      onDragUpdate={({ destination }, { announce }) =>
        announce(destination ? `Number ${destination.index + 1}.` : 'Not over the list.')
      }
      onDragEnd={onDragEnd}
    >
      <Droppable droppableId="tracks">
        {droppable => (
          <>
            <ListConnection provided={droppable} />
            {editor.rows.map((row, index) => (
              <Draggable
                key={row.id}
                draggableId={String(row.id)}
                index={index}
                isDragDisabled={row.removed || editor.saving}
              >
                {(draggable, { isDragging }) => (
                  <RowConnection id={row.id} provided={draggable} isDragging={isDragging} />
                )}
              </Draggable>
            ))}
          </>
        )}
      </Droppable>
    </DragDropContext>
  )
}

function liftAnnouncement(rows: Row[], { source }: DragStart): string {
  const row = rows[source.index]
  return row ? `Lifted ${trackTitle(row)}, number ${row.rank}.` : ''
}

// Layout effects: the elements change before the next frame.

function ListConnection({ provided }: { provided: DroppableProvided }) {
  useLayoutEffect(() => setListDrag(provided), [provided])
  useLayoutEffect(() => () => setListDrag(undefined), [])
  return null
}

type RowConnectionProps = { id: number; provided: DraggableProvided; isDragging: boolean }

function RowConnection({ id, provided, isDragging }: RowConnectionProps) {
  useLayoutEffect(() => setRowDrag(id, { provided, isDragging }), [id, provided, isDragging])
  useLayoutEffect(() => () => setRowDrag(id, undefined), [id])
  return null
}
