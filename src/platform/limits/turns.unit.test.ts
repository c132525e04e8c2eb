import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const open = () => createTurns({ atATime: 1, maxWaiting: { all: 40, owner: 4 }, retrySeconds: 5 })

test('Tasks run one after the other, and one that fails does not stop the next', async () => {
  const { run } = open()
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

test.each([
  ['Few tasks of one member wait at a time', () => 'mira', 5],
  ['The queue is bounded', (n: number) => `member-${n}`, 41],
])('%s, and what is refused leaves room for others', async (_, owner, places) => {
  const { run } = open()
  const opened = Promise.withResolvers<void>()
  const tasks = Array.from({ length: places }, (_, n) => run(owner(n), () => opened.promise))
  await expect(run('mira', () => opened.promise)).rejects.toThrow('Please try again in 5 seconds')
  if (places < 41) tasks.push(run('tom', () => opened.promise))
  opened.resolve()
  await Promise.all(tasks)
  await run('mira', () => opened.promise)
})
