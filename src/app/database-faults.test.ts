import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FaultFixture,
  faults,
  measureFault,
  openFaultFixture,
} from '../../tests/database-faults.ts'
import { onPostgres } from '../../tests/test-database.ts'

// `npm run bench:faults` tests the promise at its full size, and prints the table of docs/reliability.md.
const followers = Number(process.env.FOLLOWERS ?? 300)
const outage = Number(process.env.OUTAGE ?? 2)
const silence = Number(process.env.SILENCE ?? 12)
const smtpConnections = 10

let fixture: FaultFixture | null = null
beforeAll(async () => {
  if (onPostgres) fixture = await openFaultFixture()
}, 90_000)
afterAll(() => fixture?.close(), 60_000)

test.runIf(onPostgres).for(faults(outage, silence).map((fault, n) => ({ ...fault, n })))(
  'Web and worker outlive: $name',
  { timeout: 300_000 },
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
  proxy.restore()
  await expect.poll(async () => (await fetch(`${url}/charts`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})
