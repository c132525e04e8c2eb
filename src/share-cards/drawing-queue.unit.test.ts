import { expect, test } from 'vitest'
import { createDrawingQueue } from './drawing-queue.ts'

test('Cards are drawn one after the other, and one that fails does not stop the next', async () => {
  const draw = createDrawingQueue()
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    if (name === 'a') throw new Error('a')
    return name
  }
  const drawings = ['a', 'b'].map(name => draw(name, step(name)))
  expect((await Promise.allSettled(drawings)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
  ])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('Few cards of one member wait at a time, and there is room for others', async () => {
  const draw = createDrawingQueue()
  const opened = Promise.withResolvers<void>()
  const drawings = Array.from({ length: 4 }, () => draw('mira', () => opened.promise))
  expect(() => draw('mira', () => opened.promise)).toThrow('Please try again in 5 seconds')
  drawings.push(draw('tom', () => opened.promise))
  opened.resolve()
  await Promise.all(drawings)
  await draw('mira', () => opened.promise)
})

test('The queue is bounded', async () => {
  const draw = createDrawingQueue()
  const opened = Promise.withResolvers<void>()
  const drawings = Array.from({ length: 40 }, (_, n) => draw(`member-${n}`, () => opened.promise))
  expect(() => draw('mira', () => opened.promise)).toThrow('Please try again in 5 seconds')
  opened.resolve()
  await Promise.all(drawings)
  await draw('mira', () => opened.promise)
})
