// @module-tag resilience
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  freePort,
  startPostgres,
  type TemporaryPostgres,
} from '../../scripts/temporary-postgres.ts'
import { countDeliveries } from '../../src/delivery/delivery.queries.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { createDrop, spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts'
import { onPostgres } from '../test-database.ts'

// `npm run bench:faults` tests the promise at its full size, and prints the table of docs/reliability.md.
const followers = Number(process.env.FOLLOWERS ?? 300)
const outage = Number(process.env.OUTAGE ?? 2)
const silence = Number(process.env.SILENCE ?? 12)
const smtpConnections = 10
const metricsToken = 'a-token-of-the-operator'

let fixture: FaultFixture | null = null
beforeAll(async () => {
  if (onPostgres) fixture = await openFaultFixture()
})
afterAll(() => fixture?.close())

test.runIf(onPostgres).for(faults(outage, silence).map((fault, n) => ({ ...fault, n })))(
  'Web and worker outlive: $name',
  async (fault, { annotate }) => {
    if (!fixture) throw new Error('PostgreSQL is not installed')
    const report = await measureFault(fixture, fault, `star${fault.n}`, followers)
    const { requests, lost, doubled, secondsToRecover } = report
    const slowest = Math.max(...requests.map(({ ms }) => ms)) / 1000
    await annotate(
      `| ${fault.name} | ${lost} of ${requests.length} | ${slowest.toFixed(1)} | ${doubled} | ${secondsToRecover.toFixed(1)} |`,
    )
    for (const { exitCode } of fixture.processes) expect(exitCode).toBe(null)
    expect(report.sent).toBe(followers)
    expect(doubled).toBeLessThanOrEqual(smtpConnections)
    const isSilent = fault.name.includes('silent')
    for (const { status, retryAfter, ms } of requests) {
      expect([200, 503]).toContain(status)
      expect(retryAfter).toBe(status === 503 ? '5' : null)
      expect(ms).toBeLessThan(isSilent ? 15_000 : 5_000)
    }
    expect(secondsToRecover).toBeLessThan(30)
  },
)

test.runIf(onPostgres)('While the database is unreachable, calls and pages say so', async () => {
  if (!fixture) throw new Error('PostgreSQL is not installed')
  const { proxy, url } = fixture
  proxy.refuse()
  const call = await fetch(`${url}/api/charts/top-users`)
  expect(call.status).toBe(503)
  expect(await call.json()).toMatchObject({ code: 'database_unavailable' })
  const page = await fetch(`${url}/charts`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('5')
  expect(await page.text()).toContain('Radr is unavailable for a short time')
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([503, 'The database does not answer.'])
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  const headers = { authorization: `Bearer ${metricsToken}` }
  const metrics = await fetch(`${url}/metrics`, { headers })
  expect(metrics.status).toBe(200)
  const text = await metrics.text()
  expect(text).toMatch(/^radr_database_up 0$/m)
  expect(text).toMatch(/^radr_http_responses_total\{status="5xx"\} [1-9]/m)
  expect(text).not.toContain('radr_mail_paused')
  proxy.restore()
  await expect.poll(async () => (await fetch(`${url}/charts`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

type Fault = {
  name: string
  /** What has to be there before the drop. */
  prepare?(fixture: FaultFixture): Promise<void>
  /** Resolves when the database can be reached again. */
  run(fixture: FaultFixture): Promise<void>
}

/** A web and a worker process that reach their database through a proxy. */
type FaultFixture = {
  postgres: Pick<TemporaryPostgres, 'restart'>
  proxy: FaultProxy
  mailbox: Mailbox
  /** Reached by another proxy, which does not fail. */
  database: OpenDatabase
  addStandby(): Promise<void>
  /** Leads both proxies to the standby, which takes over. */
  failOver(): Promise<void>
  url: string
  processes: ChildProcess[]
  close(): Promise<void>
}

function faults(outageSeconds: number, silenceSeconds: number): Fault[] {
  return [
    { name: 'connections reset', run: async ({ proxy }) => proxy.reset() },
    { name: 'connections closed', run: async ({ proxy }) => proxy.cut() },
    {
      name: 'server restarted, `pg_ctl restart -m immediate`',
      run: async ({ postgres }) => postgres.restart(),
    },
    {
      name: `unreachable for ${outageSeconds} s`,
      async run({ proxy }) {
        proxy.refuse()
        await wait(outageSeconds * 1000)
        proxy.restore()
      },
    },
    {
      name: `network silent for ${silenceSeconds} s`,
      async run({ proxy }) {
        proxy.silence()
        await wait(silenceSeconds * 1000)
        proxy.restore()
      },
    },
    {
      name: 'failover to a synchronous standby',
      prepare: ({ addStandby }) => addStandby(),
      run: ({ failOver }) => failOver(),
    },
  ]
}

/** Null where PostgreSQL is not installed. */
async function openFaultFixture(): Promise<FaultFixture | null> {
  const postgres = await startPostgres()
  if (!postgres) return null
  const proxy = await startFaultProxy(postgres.port)
  const ownProxy = await startFaultProxy(postgres.port)
  const urlThrough = (to: FaultProxy) => postgres.url.replace(`:${postgres.port}/`, `:${to.port}/`)
  const mailbox = await startMailbox()
  const database = await openPostgres(urlThrough(ownProxy))
  let standby: Awaited<ReturnType<TemporaryPostgres['addStandby']>> | null = null
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: urlThrough(proxy),
    SMTP_URL: mailbox.url,
    OUTSIDE_SERVICES: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    METRICS_TOKEN: metricsToken,
  }
  const web = spawnWorker({ ...settings, ROLE: 'web', PORT: String(port) })
  const processes = [web, spawnWorker(settings)]
  await until(async () => (await request(`${url}/healthz`)).status === 200, 60_000)
  return {
    postgres,
    proxy,
    mailbox,
    database,
    url,
    processes,
    async addStandby() {
      standby = await postgres.addStandby()
    },
    async failOver() {
      if (!standby) throw new Error('There is no standby')
      await standby.promote()
      for (const each of [proxy, ownProxy]) each.redirect(standby.port)
    },
    async close() {
      await Promise.all(
        processes.map(async each => {
          if (each.exitCode === null) await stopWorker(each, 'SIGTERM')
        }),
      )
      await database.close()
      await proxy.close()
      await ownProxy.close()
      await mailbox.close()
      await postgres.stop()
    },
  }
}

/** Causes a fault while a drop is delivered and the web process gets ten page requests a second. */
async function measureFault(
  fixture: FaultFixture,
  fault: Fault,
  username: string,
  followers: number,
) {
  const { mailbox, database, url } = fixture
  await fault.prepare?.(fixture)
  mailbox.clear()
  const dropId = await createDrop(database, followers, username)
  await until(async () => mailbox.mails.length >= followers / 5, 60_000)
  const requests = startRequests(`${url}/api/profile/${username}`)
  await fault.run(fixture)
  const ended = performance.now()
  const mailsAtEnd = mailbox.mails.length
  const recovered = Promise.all([
    until(async () => (await request(`${url}/api/profile/${username}`)).status === 200, 120_000),
    until(async () => mailbox.mails.length > mailsAtEnd || mailsAtEnd >= followers, 120_000),
  ]).then(() => performance.now() - ended)
  const states = () => countDeliveries(database.db, dropId)
  await until(async () => (await states()).sent === followers, 240_000)
  const secondsToRecover = (await recovered) / 1000
  const answers = await requests.stop()
  const everybody = new Set(mailbox.mails.map(({ to }) => to[0])).size
  return {
    requests: answers,
    /** Requests that returned an error. */
    lost: answers.filter(({ status }) => status !== 200).length,
    /** Mails beyond one for each follower. */
    doubled: mailbox.mails.length - everybody,
    /** From the end of the fault until requests succeed and mails are sent again. */
    secondsToRecover,
    sent: everybody,
  }
}

function startRequests(url: string) {
  const pending: ReturnType<typeof request>[] = []
  const timer = setInterval(() => pending.push(request(url)), 100)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(pending)
    },
  }
}

/** Status 0 without a response. */
async function request(url: string) {
  const started = performance.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null)
  await response?.arrayBuffer()
  return {
    status: response?.status ?? 0,
    ms: performance.now() - started,
    retryAfter: response?.headers.get('retry-after') ?? null,
  }
}

async function until(isSo: () => Promise<boolean>, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain`)
    await wait(20)
  }
}
