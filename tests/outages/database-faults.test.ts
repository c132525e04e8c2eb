// @module-tag resilience
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostgresServer } from '../../scripts/temporary-postgres.ts'
import { onPostgres } from '../test-database.ts'
import { type FaultFixture, metricsToken, openFaultFixture } from './fault-fixture.ts'
import { type Fault, measureFault } from './measure-fault.ts'

// `npm run bench:faults` tests the promise at its full size, and prints the table of docs/reliability.md.
const followers = Number(process.env.FOLLOWERS ?? 300)
const outage = Number(process.env.OUTAGE ?? 2)
const silence = Number(process.env.SILENCE ?? 12)
const smtpConnections = 10

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
    const { requests, lost, writes, doubled, secondsToRecover } = report
    const slowest = Math.max(...requests.map(({ ms }) => ms)) / 1000
    await annotate(
      `| ${fault.name} | ${lost} of ${requests.length} | ${slowest.toFixed(1)} | ${writes.lost} of ${writes.acknowledged} | ${doubled} | ${secondsToRecover.toFixed(1)} |`,
    )
    for (const { exitCode } of fixture.processes) expect(exitCode).toBe(null)
    expect(report.sent).toBe(followers)
    expect(writes.lost).toBe(0)
    for (const status of writes.statuses) expect([201, 503]).toContain(status)
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

function faults(outageSeconds: number, silenceSeconds: number): Fault[] {
  let old: PostgresServer | null = null
  return [
    { name: 'connections reset', run: async ({ proxy }) => proxy.reset() },
    { name: 'connections closed', run: async ({ proxy }) => proxy.cut() },
    {
      name: 'server restarted, `pg_ctl restart -m immediate`',
      run: ({ primary }) => primary().restart(),
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
      name: `synchronous standby away for ${silenceSeconds} s`,
      prepare: ({ standby }) => standby(),
      async run({ standby }) {
        const replica = await standby()
        await replica.end('immediate')
        await wait(silenceSeconds * 1000)
        await replica.start()
      },
    },
    {
      name: 'failover to a synchronous standby',
      prepare: ({ standby }) => standby(),
      async run({ failOver }) {
        await failOver('immediate')
      },
    },
    {
      name: 'the same, and the old primary takes writes again',
      prepare: ({ standby }) => standby(),
      async run({ failOver }) {
        old = await failOver('immediate')
        // The old primary waits for no replica: what it got would be acknowledged, and lost.
        await old.start(['synchronous_standby_names='])
      },
      end: async () => old?.end('immediate'),
    },
    {
      name: 'switchover, `pg_ctl stop -m fast`',
      prepare: ({ standby }) => standby(),
      async run({ failOver }) {
        await failOver('fast')
      },
    },
  ]
}
