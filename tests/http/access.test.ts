import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitRoute } from '../../src/platform/http/endpoint.shared.ts'
import { registeredCalls } from '../../src/platform/http/http.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp({ SMTP_URL: '' })

/** Routes without a session that are not calls for `anyone`. */
const publicRoutes = [
  'GET /livez',
  'GET /readyz',
  'GET /healthz',
  'GET /avatars/:file',
  'GET /tracks/:trackId/cover.jpg',
  'GET /manifest.webmanifest',
  'GET /service-worker.js',
  'GET /offline',
  'GET /:username/feed.atom',
  'GET /:username/embed',
  'GET /:username/drops/:dropNumber/embed',
  'GET /cards/members/:username/:file',
  'GET /cards/tracks/:trackId/:file',
  'GET /cards/drops/:username/:dropNumber/:file',
  'GET /cards/drops/:username/:file',
  'GET /cards/shelf/:username/:file',
  // A 404 without the session of the member whose week it is (src/feed/week.test.ts).
  'GET /cards/week/:file',
  'GET /tracks/:trackId/cover.jpg',
  // Guarded by the key in the URL, which is checked for all of them.
  'GET /outbox/:key',
  'GET /outbox/:key/:name',
  'GET /outbox/:key/:name/html',
  // Guarded by the sealed token in the URL.
  'GET /api/unsubscribe/:token',
  'GET /api/unsubscribe/:token/',
  'POST /api/unsubscribe/:token',
  'POST /api/unsubscribe/:token/',
  'GET /api/reminder/:token',
  'GET /api/reminder/:token/',
  'POST /api/reminder/:token',
  'POST /api/reminder/:token/',
  // A 404 for everybody.
  'ALL /api/*',
  // Buttons of the pages that mails lead to; guarded by the token that is posted.
  'POST /follow/confirm',
  'POST /unsubscribe',
  'POST /mail-choices',
  'POST /follow/send-song',
  'POST /reminder/stop',
  'POST /unsubscribe/undo',
  'POST /email/confirm',
  // Every page; what it shows comes from calls made for the same person.
  'GET /*',
]

type Route = { method: string; path: string }

test('Every call that changes something has a limit that counts whoever may make it', () => {
  const unlimited = registeredCalls(app.hono)
    .map(({ endpoint }) => endpoint)
    .filter(({ route }) => splitRoute(route).method !== 'GET')
    .filter(({ access, limits = [] }) => {
      const counted = limits.map(({ per }) => per)
      return access === 'anyone'
        ? !counted.some(per => per === 'ip' || per === 'visitor')
        : !counted.some(per => per === 'ip' || per === 'account')
    })
  expect(unlimited.map(({ route }) => route)).toEqual([])
})

/** Each route once, without what runs before all of them. */
function routes(): Route[] {
  const named = app.hono.routes
    .filter(({ method, path }) => method !== 'ALL' || path === '/api/*')
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(named)].map(route => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`

function request({ method, path }: Route, headers: Record<string, string>) {
  const address = path.replace(/:\w+/g, '1').replace('*', '')
  const sends = method === 'POST' || method === 'PUT'
  return app.hono.request(`http://radr.test${address}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(sends && { body: '{}' }),
  })
}

test('Every route needs a session, unless it is for anyone or listed as public', async () => {
  const forAnyone = registeredCalls(app.hono)
    .filter(({ endpoint }) => endpoint.access === 'anyone')
    .map<string>(({ endpoint }) => endpoint.route)
  const answers: [string, number][] = []
  for (const route of routes()) {
    if (forAnyone.includes(nameOf(route)) || publicRoutes.includes(nameOf(route))) continue
    const { status } = await request(route, { origin: 'http://radr.test' })
    answers.push([nameOf(route), status])
  }
  expect(answers.length).toBeGreaterThan(15)
  expect(answers.filter(([, status]) => status !== 401)).toEqual([])
})

test('Every call in a schema file is registered', async () => {
  const files = globSync('src/**/*.schemas.ts')
  const modules: object[] = await Promise.all(files.map(file => import(`../../${file}`)))
  const declared = modules
    .flatMap(module => Object.values(module))
    .map(({ route }) => route)
    .filter(route => route !== undefined)
  const registered = registeredCalls(app.hono).map(({ endpoint }) => endpoint.route)
  expect(declared.length).toBeGreaterThan(50)
  expect(declared.filter(route => !registered.includes(route))).toEqual([])
})

test('Every route that is listed as public exists', () => {
  const known = routes().map(nameOf)
  expect(publicRoutes.filter(route => !known.includes(route))).toEqual([])
})

test('Every route that changes something rejects other sites, except for one-click unsubscribing', async () => {
  const answers: [string, number][] = []
  const changing = routes().filter(({ method }) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
  )
  for (const route of changing) {
    for (const headers of foreign)
      answers.push([nameOf(route), (await request(route, headers)).status])
  }
  const accepted = answers.filter(([, status]) => status !== 403)
  // Refused for another reason: the form of one click is missing.
  const paths = ['/api/unsubscribe/:token', '/api/reminder/:token']
  const oneClick = paths.flatMap(path => [`POST ${path}`, `POST ${path}/`])
  expect(accepted).toHaveLength(oneClick.length * foreign.length)
  for (const [route, status] of accepted) {
    expect(oneClick).toContain(route)
    expect(status).toBe(400)
  }
  expect(changing.length).toBeGreaterThan(20)
})

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://radr.test.evil.test' },
  { origin: 'https://radr.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test('The calls for admins and dev users are closed to other members', async () => {
  const member = await app.member()
  const guarded = registeredCalls(app.hono).filter(
    ({ endpoint: { access } }) => access === 'admin' || access === 'dev',
  )
  expect(guarded.length).toBeGreaterThan(1)
  for (const { endpoint } of guarded) {
    const { method, path } = splitRoute(endpoint.route)
    expect((await member.call(method, path, method === 'GET' ? undefined : {})).status, path).toBe(
      403,
    )
  }
})
