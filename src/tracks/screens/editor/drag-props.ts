import type { DraggableProvided, DroppableProvided } from '@hello-pangea/dnd'
import { createStore, useStore } from '../../../ui/create-store.ts'

// What the drag library wants of the list and its rows, which are on the page before it has loaded.

type RowDrag = { provided: DraggableProvided; isDragging: boolean }

let list: DroppableProvided | undefined
const rows = new Map<number, RowDrag>()
const store = createStore(() => list, undefined)

export const useListDrag = (): DroppableProvided | undefined => useStore(store)

export const useRowDrag = (id: number): RowDrag | undefined =>
  useStore<RowDrag | undefined>({ ...store, read: () => rows.get(id), serverValue: undefined })

export function setListDrag(drag: DroppableProvided | undefined) {
  list = drag
  store.notify()
}

export function setRowDrag(id: number, drag: RowDrag | undefined) {
  if (drag) rows.set(id, drag)
  else rows.delete(id)
  store.notify()
}
