import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const openQueue = () => createWorkQueue({ maxWaiting: { all: 40, owner: 4 }, retrySeconds: 5 })

test('Tasks run one after the other, and one that fails does not stop the next', async () => {
  const run = openQueue()
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    if (name === 'a') throw new Error('a')
    return name
  }
  const tasks = ['a', 'b'].map(name => run(name, step(name)))
  expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
  ])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('Few tasks of one member wait at a time, and there is room for others', async () => {
  const run = openQueue()
  const opened = Promise.withResolvers<void>()
  const tasks = Array.from({ length: 4 }, () => run('mira', () => opened.promise))
  expect(() => run('mira', () => opened.promise)).toThrow('Please try again in 5 seconds')
  tasks.push(run('tom', () => opened.promise))
  opened.resolve()
  await Promise.all(tasks)
  await run('mira', () => opened.promise)
})

test('The queue is bounded', async () => {
  const run = openQueue()
  const opened = Promise.withResolvers<void>()
  const tasks = Array.from({ length: 40 }, (_, n) => run(`member-${n}`, () => opened.promise))
  expect(() => run('mira', () => opened.promise)).toThrow('Please try again in 5 seconds')
  opened.resolve()
  await Promise.all(tasks)
  await run('mira', () => opened.promise)
})
