import { execFileSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settingNames } from '../../src/platform/config/config.ts'
import { openTestApp } from '../test-app.ts'

type Service = {
  environment: Record<string, string>
  env_file?: string
  user?: string
  read_only?: boolean
  tmpfs?: string
  ports?: string[]
  volumes: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null> }

const compose: Compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true })
const dockerfile = await readFile('Dockerfile', 'utf8')

/** The settings of `.env.example`, those that are commented out included. */
const example = Object.fromEntries(
  [...(await readFile('.env.example', 'utf8')).matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)

const withValues = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::-(.*?)|:\?.*?)?\}/g, (_, name, fallback) =>
    fallback === undefined ? `${name}-value` : fallback,
  )

test('compose.yaml starts the database, one process that serves and one that sends mail', () => {
  const { app, worker, postgres } = compose.services
  const { DKIM_KEY, DKIM_SELECTOR, ...fileSettings } = example
  expect([DKIM_KEY, DKIM_SELECTOR]).toEqual(['/data/dkim.pem', 'radr'])
  for (const service of [app, worker]) expect(service?.env_file).toBe('.env')
  const settings = [app, worker].map(service =>
    readConfig({
      ...fileSettings,
      ...Object.fromEntries(
        Object.entries(service?.environment ?? {}).map(([name, value]) => [
          name,
          withValues(value),
        ]),
      ),
    }),
  )
  const known = [...settingNames, 'POSTGRES_PASSWORD']
  expect(Object.keys(example).filter(name => !known.includes(name))).toEqual([])
  expect(settings).toMatchObject([
    { serves: true, works: false, metricsPort: null, brand: 'Radr', trustedProxies: 1 },
    { serves: false, works: true, metricsPort: 9100 },
  ])
  const url = new URL(settings[0]?.databaseUrl ?? '')
  expect(compose.services).toHaveProperty(url.hostname)
  expect([url.username, url.pathname.slice(1), url.password]).toEqual([
    postgres?.environment.POSTGRES_USER,
    postgres?.environment.POSTGRES_DB,
    'POSTGRES_PASSWORD-value',
  ])
  expect(postgres?.healthcheck?.test.join(' ')).toContain('pg_isready')
})

test('The processes of compose.yaml wait for the database and write to their volume and /tmp alone', () => {
  const { app, worker, postgres } = compose.services
  for (const service of [app, worker]) {
    expect(service?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(service).toMatchObject({ read_only: true, tmpfs: '/tmp', volumes: ['data:/data'] })
  }
  const named = [app, worker, postgres].flatMap(service => service?.volumes ?? [])
  for (const volume of named) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
})

test('The documented Prometheus scrapes every process behind the proxy and of compose.yaml at its own port', async () => {
  const document = await readFile('docs/operate.md', 'utf8')
  const scraped = /targets: (\[.*\])/.exec(document)?.[1]
  const behindProxy = [...document.matchAll(/^ {2}server (127\S+) /gm)].map(([, server]) => server)
  // The worker's first port: with `--scale` each takes the next of the range.
  const published = [compose.services.app, compose.services.worker].flatMap(service =>
    (service?.ports ?? []).map(ports => ports.replace(/(?:-\d+)?:\d+$/, '')),
  )
  expect(published).toEqual(['127.0.0.1:3000', '127.0.0.1:9100'])
  expect(JSON.parse(scraped ?? '')).toEqual([...new Set([...behindProxy, ...published])])
})

test('The image copies what exists, runs as another user than root, and has a health check', async () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  expect(copied.length).toBeGreaterThan(10)
  for (const file of copied.filter(name => !name.includes('*'))) await stat(file)
  const lines = dockerfile.split('\n')
  expect(lines.lastIndexOf('USER node')).toBeGreaterThan(
    lines.findLastIndex(line => line.startsWith('RUN')),
  )
  expect(dockerfile).toContain('/healthz')
  expect(dockerfile).toMatch(/DATA_DIR=\/data\nVOLUME \/data/)
})

test('The image has no tests, secrets or data, because .dockerignore keeps them out of its context', async () => {
  const ignored = (await readFile('.dockerignore', 'utf8')).trim().split('\n')
  // Docker's patterns are those of path.matchesGlob, as long as none begins with an exclamation mark.
  expect(ignored.filter(pattern => pattern.startsWith('!'))).toEqual([])
  const context = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .concat('.env', 'data/db/PG_VERSION', '.git/config', 'dist/server/main.js')
    .filter(file => !ignored.some(pattern => isMatched(file, pattern)))
  const copied = dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)
  const sources = [...copied].flatMap(([, files = '']) => files.split(' '))
  const inImage = context.filter(file => sources.some(source => isMatched(file, source)))
  expect(inImage).toContain('src/app/main.ts')
  expect(
    inImage.filter(file => /\.test\.tsx?$|^tests|^\.env|^data|^\.git|^dist/.test(file)),
  ).toEqual([])
  expect(context.filter(file => /^\.env$|^data\/|^\.git\/|^dist\//.test(file))).toEqual([])
})

/** Whether a pattern matches the path of a file or one of its folders. */
const isMatched = (file: string, pattern: string) =>
  file
    .split('/')
    .some((_, index, parts) => matchesGlob(parts.slice(0, index + 1).join('/'), pattern))

test('Every metric of the Grafana dashboard and of the alerts exists, and each gauge of an alert has a panel', async () => {
  const token = 'a-token-of-the-test'
  const app = await openTestApp({ METRICS_TOKEN: token })
  const metrics = async () => {
    const response = await app.hono.request('http://radr.test/metrics', {
      headers: { authorization: `Bearer ${token}` },
    })
    return response.text()
  }
  await expect.poll(metrics).toContain('radr_worker_age_seconds')
  const exported = [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(
    ([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const { panels } = JSON.parse(await readFile('docs/grafana.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const shown = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\bradr_\w+/g) ?? []),
  )
  expect(shown.length).toBeGreaterThanOrEqual(panels.length)
  expect(shown.filter(name => !exported.includes(name))).toEqual([])

  const alerts = [...new Set((await readFile('docs/alerts.yml', 'utf8')).match(/\bradr_\w+/g))]
  expect(alerts.filter(name => !exported.includes(name))).toEqual([])
  const gauges = [...(await metrics()).matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name)
  expect(alerts.filter(name => gauges.includes(name) && !shown.includes(name))).toEqual([])
})
