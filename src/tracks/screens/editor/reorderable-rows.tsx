import {
  DragDropContext,
  Draggable,
  type DraggableProvided,
  Droppable,
  type OnDragEndResponder,
  type OnDragStartResponder,
  type OnDragUpdateResponder,
} from '@hello-pangea/dnd'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { useSite } from '../../../site/site.tsx'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { hydrated, useStore } from '../../../ui/create-store.ts'
import { EditCard } from './edit-card.tsx'
import { type Row, rankAfterMove, ranksAfterMove } from './local-edits.ts'
import { RemovedRow } from './removed-row.tsx'
import { RowMenu } from './row-menu.tsx'
import type { ListEditor } from './use-list-editor.ts'

type ReorderableRowsProps = { editor: ListEditor; onSwap: (row: Row) => void }

export function ReorderableRows({ editor, onSwap }: ReorderableRowsProps) {
  const { brand } = useSite()
  const user = useCurrentUser()
  const rows = useRef<HTMLDivElement>(null)
  const isDraggable = useIsDraggable(rows)
  const { drag, ...responders } = useDragResponders(editor)
  const ranks = drag && ranksAfterMove(editor.rows, drag.from, drag.to)
  const playlist = {
    name: `Your ${brand}`,
    href: user ? paths.home : paths.landing,
    tracks: editor.rows.filter(row => !row.removed),
    isEditable: true,
  }
  const renderRow = (row: Row, index: number, item?: DraggableProvided, isDragging = false) => (
    <li
      key={row.id}
      ref={item?.innerRef}
      {...item?.draggableProps}
      className="@container pointer-events-auto"
    >
      {row.removed ? (
        <RemovedRow
          row={row}
          takesFocus={row.id === editor.lastRemovedId}
          onUndo={editor.full ? null : () => editor.undo(row)}
        />
      ) : (
        <EditCard
          row={row}
          rank={ranks?.get(row.id) ?? row.rank}
          playlist={playlist}
          dragHandle={item?.dragHandleProps}
          isDragging={isDragging}
          menu={<RowMenu editor={editor} row={row} index={index} onSwap={() => onSwap(row)} />}
        />
      )}
    </li>
  )
  return (
    // The padding is part of the list for the drag library: a track that is released just above or below the others
    // becomes the first or the last.
    <div ref={rows} data-dragging={drag ? true : undefined} className="pointer-events-none -my-32">
      {isDraggable ? (
        <DragDropContext {...responders}>
          <Droppable droppableId="tracks">
            {list => (
              <ol ref={list.innerRef} {...list.droppableProps} className="py-32">
                {editor.rows.map((row, index) => (
                  <Draggable
                    key={row.id}
                    draggableId={String(row.id)}
                    index={index}
                    isDragDisabled={row.removed || editor.saving}
                  >
                    {(item, { isDragging }) => renderRow(row, index, item, isDragging)}
                  </Draggable>
                ))}
                {list.placeholder}
              </ol>
            )}
          </Droppable>
        </DragDropContext>
      ) : (
        <ol className="py-32">{editor.rows.map((row, index) => renderRow(row, index))}</ol>
      )}
    </div>
  )
}

/**
 * False on the server, where the library's state would nearly double the time of rendering. After hydration the rows
 * mount anew, the same elements again: they get back the focus, and the menu that is open.
 */
function useIsDraggable(rows: RefObject<HTMLElement | null>) {
  const [isDraggable, setDraggable] = useState(useStore(hydrated))
  const restore = useRef(() => {})
  useLayoutEffect(() => {
    const elements = () => [...(rows.current?.querySelectorAll<HTMLElement>('*') ?? [])]
    if (isDraggable) return restore.current()
    const before = elements()
    const focused = before.indexOf(document.activeElement as HTMLElement)
    const open = before.findIndex(element => element.matches(':popover-open'))
    restore.current = () => {
      const after = elements()
      // An unsaved list takes the place of the saved one at the same time.
      if (after.length !== before.length) return
      after[focused]?.focus({ preventScroll: true })
      const menu = after[open]
      const source = rows.current?.querySelector<HTMLElement>(`[popovertarget="${menu?.id}"]`)
      if (menu && source) menu.showPopover({ source })
    }
    setDraggable(true)
  }, [isDraggable, rows])
  return isDraggable
}

/** The editor announces all; without an empty text the library would say it a second time in words of its own. */
function useDragResponders(editor: ListEditor) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const onDragStart: OnDragStartResponder = ({ source }, { announce }) => {
    setDrag({ from: source.index, to: source.index })
    announce('')
    const row = editor.rows[source.index]
    if (row) editor.announce(`Lifted ${trackTitle(row)}, number ${row.rank}.`)
  }
  const onDragUpdate: OnDragUpdateResponder = ({ source, destination }, { announce }) => {
    setDrag({ from: source.index, to: destination?.index ?? source.index })
    announce('')
    editor.announce(
      destination
        ? `Number ${rankAfterMove(editor.rows, source.index, destination.index)}.`
        : 'Not over the list.',
    )
  }
  const onDragEnd: OnDragEndResponder = ({ source, destination }, { announce }) => {
    setDrag(null)
    announce('')
    if (!destination || destination.index === source.index)
      return editor.announce('Left where it was.')
    editor.move(source.index, destination.index)
  }
  return { drag, onDragStart, onDragUpdate, onDragEnd }
}
