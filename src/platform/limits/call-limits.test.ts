import { createSecretKey, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cheapPasswords, runJob } from '../../../tests/test-app.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import type { CallLimit, Endpoint, Route } from '../http/endpoint.shared.ts'
import { type App, type AppEnv, handle, presentFailure } from '../http/http.ts'
import { openLog } from '../log/log.ts'
import { openLimiter } from './call-limits.ts'
import { clientIp } from './client-ip.ts'
import { purgeRateLimits } from './limits.ts'
import { createWorkBudget } from './work-budget.ts'

const perIp: CallLimit = { per: 'ip', max: 2, seconds: 60 }
const perAccount: CallLimit = { per: 'account', max: 2, seconds: 60 }
const perMailboxAtIp: CallLimit = { per: 'mailbox at ip', max: 1, seconds: 3600 }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let context: Context
let offset = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const config = readConfig({ TRUST_PROXY: '1' })
  const clock = { now: () => new Date(Date.now() + offset) }
  context = {
    config,
    db: database.db,
    clock,
    budget: createWorkBudget({ config, clock }),
    log: openLog('silent'),
    linkKey: createSecretKey(randomBytes(32)),
    vapid: { publicKey: '', privateKey: '' },
    passwordCost: cheapPasswords,
    queue: { send: never, work: never, stop: never },
  }
})
afterAll(() => database.close())

const never = () => Promise.reject(new Error('There is no queue here'))

/** One process: an app with one limited call; returns a function that makes it. */
function open(
  limits: CallLimit[],
  settings: Partial<Context> = {},
  path = `/api/${randomBytes(8).toString('hex')}`,
) {
  const app: App = new Hono<AppEnv>()
  const limiter = openLimiter({ ...context, ...settings })
  app.onError((error, c) => {
    if (error instanceof Failure) return presentFailure(error, c)
    throw error
  })
  app.use(async (c, next) => {
    const id = Number(c.req.header('x-member') ?? 0)
    c.set('viewer', id ? ({ id, session_id: 1 } as Viewer) : null)
    c.set('findViewer', async () => c.get('viewer'))
    c.set('limiter', limiter)
    c.set('budget', context.budget)
    c.set('client', clientIp(c, context.config.trustedProxies))
    await next()
  })
  const endpoint = {
    route: `POST ${path}` as Route,
    access: 'anyone',
    body: z.object({ email: z.optional(z.string()) }),
    limits,
    response: z.object({ made: z.boolean() }),
  } satisfies Endpoint
  handle(app, endpoint, () => ({ made: true }))
  return async ({ from = '203.0.113.1', member = '', body = {} }: Given = {}) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(member && { 'x-member': member }),
    }
    return app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}

type Given = { from?: string; member?: string; body?: unknown }

/** Statuses of requests made one after the other. */
async function statusesOf(call: ReturnType<typeof open>, requests: Given[]) {
  const statuses: number[] = []
  for (const request of requests) statuses.push((await call(request)).status)
  return statuses
}

test('A client over its limit gets 429 with the time of the next attempt', async () => {
  const call = open([perIp])
  expect(await statusesOf(call, [{}, {}, { from: '203.0.113.2' }])).toEqual([200, 200, 200])
  const refused = await call()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await refused.json()).toEqual({
    message: expect.stringMatching(/^Too many attempts. Please try again in \d+ seconds.$/),
    code: 'rate_limited',
  })
})

test('The networks of one IPv6 /48 have together as many attempts as 32 clients', async () => {
  const call = open([perIp])
  const from = (network: number, site = '2001:db8:7') => ({ from: `${site}:${network}::1` })
  for (let network = 1; network <= 32; network++)
    expect(await statusesOf(call, [from(network), from(network)])).toEqual([200, 200])
  expect((await call(from(33))).status).toBe(429)
  expect((await call(from(33, '2001:db8:8'))).status).toBe(200)
})

test('Limits of visitors and of clients are counted apart, also for an IPv6 /48', async () => {
  const call = open([{ ...perIp, per: 'visitor', max: 1 }, perIp])
  const from = '2001:db8:10:1::1'
  const requests = [{ from, member: '7' }, { from }, { from }]
  expect(await statusesOf(call, requests)).toEqual([200, 200, 429])
})

test('A limit per account counts a member from all IPs, and no visitors', async () => {
  const call = open([perAccount])
  const requests = [1, 2, 3].map(host => ({ member: '7', from: `203.0.113.${host}` }))
  expect(await statusesOf(call, requests)).toEqual([200, 200, 429])
  expect(await statusesOf(call, [{ member: '8' }, {}, {}, {}])).toEqual([200, 200, 200, 200])
})

test('Too many attempts for an email from one IP, in whatever case, do not block others from using it', async () => {
  const call = open([perMailboxAtIp])
  const attempts = [
    { body: { email: 'ann@mail.test' }, from: '1.1.1.1' },
    { body: { email: 'ANN@mail.test' }, from: '1.1.1.1' },
    { body: { email: 'ann@mail.test' }, from: '2.2.2.2' },
  ]
  expect(await statusesOf(call, attempts)).toEqual([200, 429, 200])
})

test('A client over the limit of its IP adds no rows for the emails it makes up', async () => {
  const call = open([perIp, perMailboxAtIp])
  const from = '198.51.100.1'
  const asking = (name: string) => ({ body: { email: `${name}@mail.test` }, from })
  const rows = () => context.db.selectFrom('rate_limits').select('key').execute()
  expect(await statusesOf(call, ['a', 'b'].map(asking))).toEqual([200, 200])
  const before = await rows()
  expect(await statusesOf(call, ['c', 'd', 'e'].map(asking))).toEqual([429, 429, 429])
  expect(await rows()).toHaveLength(before.length)
})

test('What is refused again costs no write, until the limit ends', async () => {
  const call = open([perIp, { ...perMailboxAtIp, max: 2, seconds: 60 }])
  const request = { body: { email: 'often@mail.test' }, from: '198.51.100.77' }
  expect(await statusesOf(call, [request, request, request])).toEqual([200, 200, 429])
  const written = () => context.db.selectFrom('rate_limits').selectAll().orderBy('key').execute()
  const before = await written()
  expect(await statusesOf(call, Array(5).fill(request))).toEqual(Array(5).fill(429))
  expect(await written()).toEqual(before)
  offset += 61_000
  expect((await call(request)).status).toBe(200)
})

test('Retry-After is that of the limit that lasts longest', async () => {
  const call = open([perIp, perMailboxAtIp])
  const body = { email: 'ann@mail.test' }
  expect(await statusesOf(call, [{ body }, { body }, { body }])).toEqual([200, 429, 429])
  expect(await (await call({ body })).text()).toContain('60 minutes')
})

test('Concurrent requests to several processes are counted together', async () => {
  const path = '/api/shared'
  const calls = [open([perIp], {}, path), open([perIp], {}, path)]
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => calls[i % 2]?.()))
  expect(responses.filter(response => response?.status === 200)).toHaveLength(2)
  expect(responses.filter(response => response?.status === 429)).toHaveLength(18)
})

test('An invalid request is not counted', async () => {
  const call = open([perIp])
  const wrong = { body: { email: 7 } }
  expect(await statusesOf(call, [wrong, wrong, wrong, {}, {}])).toEqual([400, 400, 400, 200, 200])
})

test('No email is stored in clear text, and expired counts are deleted', async () => {
  const call = open([perIp, perMailboxAtIp])
  await call({ body: { email: 'ann@mail.test' } })
  const { db } = context
  const rows = await db.selectFrom('rate_limits').selectAll().execute()
  expect(rows.length).toBeGreaterThan(1)
  for (const { key } of rows) expect(key).toHaveLength(32)
  offset += 2 * 3600_000
  await runJob(purgeRateLimits, context, {})
  expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
})

test('A request through a proxy while TRUST_PROXY is off is reported once', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => void lines.push(line) })
  const config = { ...context.config, trustedProxies: 0 }
  const limiter = openLimiter({ ...context, config, log })
  const app = new Hono<AppEnv>().get('/', async c => {
    await limiter(c, { call: 'any', limits: [] })
    return c.text('')
  })
  await app.request('/')
  expect(lines).toEqual([])
  for (let n = 0; n < 2; n++)
    await app.request('/', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('set TRUST_PROXY=1')
})
