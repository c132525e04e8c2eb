import * as library from '@hello-pangea/dnd'
import { createContext, type ReactNode, useContext, useId } from 'react'

/**
 * The drag library. On the server, where nothing is dragged, components that render the same elements and ids without
 * its state, which would take a third of the time in which /home is rendered.
 */
export const { DragDropContext, Droppable, Draggable } = import.meta.env.SSR
  ? { DragDropContext: StaticContext, Droppable: StaticDroppable, Draggable: StaticDraggable }
  : library

const Ids = createContext({ contextId: '', instructionsId: '' })

function StaticContext({ children }: library.DragDropContextProps) {
  return <StaticInstructions contextId={useId()}>{children}</StaticInstructions>
}

/** A component of its own, because an id depends on the components around it. */
function StaticInstructions({ contextId, children }: { contextId: string; children: ReactNode }) {
  const instructionsId = `rfd-hidden-text-${contextId}-hidden-text-${useId()}`
  return <Ids value={{ contextId, instructionsId }}>{children}</Ids>
}

function StaticDroppable({ droppableId, children }: library.DroppableProps) {
  const { contextId } = useContext(Ids)
  useId()
  const droppableProps = {
    'data-rfd-droppable-id': droppableId,
    'data-rfd-droppable-context-id': contextId,
  }
  return (
    <>
      {children({ innerRef() {}, droppableProps, placeholder: null }, notDraggedOver)}
      {/* The library has a second child here; an id depends on their number. */}
      {null}
    </>
  )
}

function StaticDraggable({ draggableId, isDragDisabled, index, children }: library.DraggableProps) {
  const { contextId, instructionsId } = useContext(Ids)
  useId()
  const dragHandleProps = {
    tabIndex: 0,
    role: 'button',
    'aria-describedby': instructionsId,
    'data-rfd-drag-handle-draggable-id': draggableId,
    'data-rfd-drag-handle-context-id': contextId,
    draggable: false,
    onDragStart() {},
  }
  const provided = {
    innerRef() {},
    draggableProps: {
      'data-rfd-draggable-context-id': contextId,
      'data-rfd-draggable-id': draggableId,
    },
    dragHandleProps: isDragDisabled ? null : dragHandleProps,
  }
  const rubric = { draggableId, type: 'DEFAULT', source: { droppableId: '', index } }
  return <>{children(provided, notDragged, rubric)}</>
}

const notDraggedOver = {
  isDraggingOver: false,
  draggingOverWith: null,
  draggingFromThisWith: null,
  isUsingPlaceholder: false,
}

const notDragged = {
  isDragging: false,
  isDropAnimating: false,
  isClone: false,
  dropAnimation: null,
  draggingOver: null,
  combineWith: null,
  combineTargetFor: null,
  mode: null,
}
