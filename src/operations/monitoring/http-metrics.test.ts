import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listenTestApp } from '../../../tests/listening-app.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { processMetrics } from '../../platform/metrics.ts'
import { version } from '../version.ts'

const app = await openTestApp({ METRICS_TOKEN: 'a-token-of-the-operator' })
const server = await listenTestApp(app)

const metrics = () => processMetrics.metrics()
const count = (method: string, route: string, status: string) =>
  `radr_http_request_seconds_count{method="${method}",route="${route}",status="${status}"} `

test('Requests are counted by route and status, with names from clients left out', async () => {
  processMetrics.resetMetrics()
  const ask = async (path: string, init?: RequestInit) =>
    (await fetch(`${server.url}${path}`, init)).arrayBuffer()
  await ask('/api/user')
  await ask('/api/users/somebody/tracks/../../none')
  await ask('/charts')
  await ask('/livez')
  await expect.poll(metrics).toContain(`${count('GET', '/api/user', '4xx')}1`)
  await expect.poll(metrics).toContain(`${count('GET', 'shared', '2xx')}1`)
  await expect.poll(metrics).toContain(`${count('GET', '/livez', '2xx')}1`)
  expect(await metrics()).not.toMatch(/somebody|none/)
})

test('Responses of each status are counted from the first one on', async () => {
  processMetrics.resetMetrics()
  expect(await metrics()).toMatch(/^radr_http_responses_total\{status="5xx"\} 0$/m)
  await fetch(`${server.url}/api/user`)
  await expect.poll(metrics).toMatch(/^radr_http_responses_total\{status="4xx"\} 1$/m)
})

test('A process says its release, the delay of its event loop and its connections', async () => {
  expect(await (await fetch(`${server.url}/livez`)).text()).toBe(`ok ${version}`)
  expect(await metrics()).toContain(`radr_build_info{version="${version}"} 1`)
  expect(await metrics()).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

test('Every metric that docs/alerts.yml names exists', async () => {
  const named = readFileSync('docs/alerts.yml', 'utf8').match(/\b(?:radr|nodejs)_[a-z\d_]+/g) ?? []
  const headers = { authorization: 'Bearer a-token-of-the-operator' }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  expect(named.length).toBeGreaterThan(7)
  for (const name of named)
    expect(text).toContain(`# TYPE ${name.replace(/_(?:count|bucket)$/, '')} `)
})
