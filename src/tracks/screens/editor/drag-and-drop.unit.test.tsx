import * as library from '@hello-pangea/dnd'
import { useId } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as used from './drag-and-drop.tsx'

const WithId = () => <b id={useId()} />

const listOf = ({ DragDropContext, Droppable, Draggable }: typeof used) => (
  <main>
    <WithId />
    <DragDropContext onDragEnd={() => {}}>
      <Droppable droppableId="tracks">
        {list => (
          <ol ref={list.innerRef} {...list.droppableProps}>
            {[0, 1, 2].map(index => (
              <Draggable
                key={index}
                draggableId={`row ${index}`}
                index={index}
                isDragDisabled={index === 2}
              >
                {(item, { isDragging }) => (
                  <li ref={item.innerRef} {...item.draggableProps} data-dragging={isDragging}>
                    <span {...item.dragHandleProps} />
                    <WithId />
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
    <WithId />
  </main>
)

test('The server renders the elements and ids of the drag library, which hydration expects', () => {
  expect(used.Draggable).not.toBe(library.Draggable)
  expect(renderToString(listOf(used))).toBe(renderToString(listOf(library)))
})
