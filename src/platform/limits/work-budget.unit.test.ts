import { expect, test } from 'vitest'
import { createWorkBudget } from './work-budget.ts'

let offset = 0
const clock = { now: () => new Date(Date.UTC(2026, 0, 1) + offset) }
const open = (rateLimits = true) => createWorkBudget({ config: { rateLimits }, clock })

test('A client has 3,000 a minute, and what is refused costs nothing', () => {
  const { spend } = open()
  expect(spend('a', 2_990)).toBe(0)
  offset += 20_000
  expect(spend('a', 15)).toBe(40)
  expect(spend('a', 10)).toBe(0)
  expect(spend('a', 1)).toBe(40)
  expect(spend('b', 3_000)).toBe(0)
  offset += 40_000
  expect(spend('a', 3_000)).toBe(0)
})

test('The networks of an IPv6 /48 have together as much as 32 clients', () => {
  const { spend } = open()
  const network = (n: number) => `2001:db8:7:${n}::/64`
  for (let n = 1; n <= 32; n++) expect(spend(network(n), 3_000)).toBe(0)
  expect(spend(network(33), 1)).toBe(60)
  expect(spend('2001:db8:8:1::/64', 1)).toBe(0)
})

test('Three of a client run at a time, and of others as many; the rest wait in their order', async () => {
  const { run } = open()
  const started: string[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const start = (client: string, name: string) =>
    run(client, async () => {
      started.push(name)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
    })
  const all = Array.from({ length: 5 }, (_, n) => start('a', `a${n}`))
  all.push(start('b', 'b'), start('2001:db8:7:1::/64', 'c'))
  const first = ['a0', 'a1', 'a2']
  expect(started).toEqual([...first, 'b', 'c'])
  ends[2]?.reject(new Error('failed'))
  await expect(all[2]).rejects.toThrow('failed')
  expect(started.at(-1)).toBe('a3')
  ends[0]?.resolve()
  await all[0]
  expect(started.at(-1)).toBe('a4')
  for (const end of ends) end.resolve()
  await Promise.allSettled(all)
  expect(started).toHaveLength(7)
  await run('a', async () => started.push('later'))
  expect(started.at(-1)).toBe('later')
})

test('The networks of an IPv6 /48 run three at a time together', async () => {
  const { run } = open()
  const end = Promise.withResolvers<void>()
  let running = 0
  const all = Array.from({ length: 20 }, (_, n) =>
    run(`2001:db8:7:${n}::/64`, () => {
      running++
      return end.promise
    }),
  )
  expect(running).toBe(3)
  end.resolve()
  await Promise.all(all)
  expect(running).toBe(20)
})

test('The networks of an IPv6 /48 take turns, and one of them has a hundred that wait', async () => {
  const { run } = open()
  const end = Promise.withResolvers<void>()
  const order: string[] = []
  const ask = (network: number) =>
    run(`2001:db8:7:${network}::/64`, async () => {
      order.push(`${network}`)
      await end.promise
    })
  const all = Array.from({ length: 103 }, () => ask(1))
  await expect(ask(1)).rejects.toMatchObject({ code: 'rate_limited' })
  all.push(ask(2), ask(3), ask(2))
  for (let n = 4; n <= 300; n++) all.push(ask(n))
  await expect(ask(301)).rejects.toMatchObject({ code: 'rate_limited' })
  end.resolve()
  await Promise.all(all)
  expect(order.slice(0, 7).join()).toBe('1,1,1,1,2,3,4')
  expect(order.slice(303, 307).join()).toBe('1,2,1,1')
})

test('Large bodies are used two at a time of an IPv6 /48, four of everybody, and beside other work', async () => {
  const { run, runLarge } = open()
  const end = Promise.withResolvers<void>()
  const reading: string[] = []
  const read = (client: string) =>
    runLarge(client, () => {
      reading.push(client)
      return end.promise
    })
  const all = Array.from({ length: 10 }, (_, n) => read(`2001:db8:7:${n}::/64`))
  expect(reading).toHaveLength(2)
  for (let n = 0; n < 10; n++) all.push(read(`10.0.0.${n}`))
  expect(reading).toHaveLength(4)
  expect(await run('10.0.0.9', async () => 'run')).toBe('run')
  end.resolve()
  await Promise.all(all)
  expect(reading).toHaveLength(20)
})

test('RATE_LIMITS=off switches all off', async () => {
  const { spend, run, runLarge } = open(false)
  expect(spend('a', 9_000)).toBe(0)
  let running = 0
  for (const start of [run, runLarge])
    void Array.from({ length: 20 }, () => start('a', async () => void running++))
  expect(running).toBe(40)
})

test('A hundred of a client wait, and more are refused until one has ended', async () => {
  const { run } = open()
  const ends = Array.from({ length: 103 }, () => Promise.withResolvers<void>())
  const all = ends.map(end => run('a', () => end.promise))
  await expect(run('a', async () => {})).rejects.toMatchObject({ code: 'rate_limited' })
  ends[0]?.resolve()
  await all[0]
  const late = run('a', async () => 'done')
  for (const end of ends) end.resolve()
  expect(await late).toBe('done')
  await Promise.all(all)
})
