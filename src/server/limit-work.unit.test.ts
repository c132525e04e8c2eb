import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import type { AppEnv } from '../platform/http/http.ts'
import { createWorkBudget } from '../platform/limits/work-budget.ts'
import { limitWork } from './limit-work.ts'

test('A read whose client left while it waited is not begun', async () => {
  const config = readConfig({ RATE_LIMITS: 'on' })
  const budget = createWorkBudget({ config, clock: { now: () => new Date() } })
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const app = new Hono<AppEnv>()
  app.use(limitWork({ config, budget }))
  app.get('/:name', async c => {
    begun.push(c.req.param('name'))
    await end.promise
    return c.text('read')
  })
  const read = (name: string, destroyed = false) =>
    app.request(
      `/${name}`,
      {},
      { incoming: { headers: {}, socket: { remoteAddress: '203.0.113.9', destroyed } } },
    )
  const all = [read('a'), read('b'), read('c'), read('left', true), read('d')]
  expect(begun).toEqual(['a', 'b', 'c'])
  end.resolve()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
