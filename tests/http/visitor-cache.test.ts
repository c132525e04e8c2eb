import { randomBytes } from 'node:crypto'
import { get as httpGet } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf, internalError } from '../../src/platform/errors.ts'
import { type App, presentFailure, shareRoute } from '../../src/platform/http/http.ts'
import { createWorkBudget } from '../../src/platform/limits/work-budget.ts'
import { createFastPath } from '../../src/server/fast-path/fast-path.ts'
import { createVisitorCache } from '../../src/server/fast-path/visitor-cache.ts'
import { limitWork } from '../../src/server/limit-work.ts'
import { type Listening, listen } from '../../src/server/listen.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { startLocalServer } from '../servers/local-server.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp()
let server: Listening
let rendered: string[] = []
let arrived = 0
/** Renderings wait for it. */
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  const fastPath = await createFastPath(app.hono, app.context, noBrowserBuild)
  server = await listen(app.hono, {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    connectionsPerAddress: null,
    fastPath(...request) {
      arrived++
      return fastPath(...request)
    },
  })
  // Comes after `listen`, so that only renderings of the cache count.
  const { fetch } = app.hono
  app.hono.fetch = async (request, ...rest) => {
    rendered.push(new URL(request.url).pathname)
    await gate
    return fetch(request, ...rest)
  }
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'accept-encoding': 'identity', ...headers } })

const track = 'https://open.spotify.com/track/'

async function memberWithTrack(id: string) {
  const member = await app.member()
  await member.call('POST', '/api/tracks', { spotifyUrl: track + id })
  return member
}

/** The cookie of another session of a member. */
async function signIn({ call, email }: Awaited<ReturnType<typeof memberWithTrack>>) {
  const { response } = await call('POST', '/api/login', { email, password: 'correct horse' })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('A thousand simultaneous visitors of a page that is not cached cause one rendering', async () => {
  const { username } = await memberWithTrack('once')
  const opened = Promise.withResolvers<void>()
  ;[rendered, arrived, gate] = [[], 0, opened.promise]
  const pages = Promise.all(
    Array.from({ length: 1_000 }, async () => (await get(`/${username}`)).text()),
  )
  await expect.poll(() => arrived).toBe(1_000)
  opened.resolve()
  expect(new Set(await pages).size).toBe(1)
  expect(rendered).toEqual([`/${username}`])
})

test('A call that visitors share is answered once for all who make it at a time, and compressed', async () => {
  const path = '/api/charts/top-users'
  const opened = Promise.withResolvers<void>()
  ;[rendered, arrived, gate] = [[], 0, opened.promise]
  const responses = Promise.all([1, 2, 3].map(() => get(path, { 'accept-encoding': 'gzip' })))
  await expect.poll(() => arrived).toBe(3)
  opened.resolve()
  for (const { headers } of await responses) expect(headers.get('content-encoding')).toBe('gzip')
  expect(rendered).toEqual([path])
})

test('Visitors get the old page at once while a new one is rendered', async () => {
  const { username } = await memberWithTrack('meanwhile')
  const page = await (await get(`/${username}`)).text()
  const opened = Promise.withResolvers<void>()
  ;[rendered, gate] = [[], opened.promise]
  // The rendering that one of these requests starts ends after all of them.
  await expect
    .poll(async () => {
      expect(await (await get(`/${username}`)).text()).toBe(page)
      return rendered
    })
    .toEqual([`/${username}`])
  opened.resolve()
})

test('Visitors see a change within two seconds, in pages and in calls', async () => {
  const member = await memberWithTrack('before')
  const paths = [`/${member.username}`, `/api/profile/${member.username}`]
  for (const path of paths) expect(await (await get(path)).text()).toContain('before')
  await member.call('POST', '/api/tracks', { spotifyUrl: `${track}afterwards` })
  const changed = performance.now()
  for (const path of paths) {
    await expect.poll(async () => (await get(path)).text()).toContain('afterwards')
  }
  // A busy machine takes a while for the requests themselves.
  expect(performance.now() - changed).toBeLessThan(4_000)
})

test('A member never gets a cached response, and visitors never get one made for a member', async () => {
  const member = await memberWithTrack('mine')
  const cookie = await signIn(member)
  const path = `/${member.username}`
  const asVisitor = await (await get(path)).text()
  const asMember = await (await get(path, { cookie })).text()
  expect(asMember).toContain(member.email)
  expect(asVisitor).not.toContain(member.email)
  expect(await (await get(path)).text()).not.toContain(member.email)
  expect((await get('/api/user', { cookie })).status).toBe(200)
  expect((await get('/api/user')).status).toBe(401)
})

test('A member who changes something sees it at once', async () => {
  const member = await memberWithTrack('first')
  const cookie = await signIn(member)
  const path = `/api/profile/${member.username}`
  await get(path)
  await member.call('POST', '/api/tracks', { spotifyUrl: `${track}second` })
  expect(await (await get(path, { cookie })).text()).toContain('second')
})

test('An unchanged page is revalidated with 304, and its text is the same in every encoding', async () => {
  const { username } = await memberWithTrack('same')
  const first = await get(`/${username}`)
  const etag = first.headers.get('etag') ?? ''
  const text = await first.text()
  expect(etag).toMatch(/^"[\w-]{22}-identity"$/)
  const again = await get(`/${username}`, { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  expect(await bodyOf(username, 'zstd').then(zstdDecompressSync).then(String)).toBe(text)
  expect(await bodyOf(username, 'br').then(brotliDecompressSync).then(String)).toBe(text)
  expect(await bodyOf(username, 'gzip').then(gunzipSync).then(String)).toBe(text)
})

test('A query that a page ignores shares its cache entry, and a page that reads its query is cached only without one', async () => {
  const { username } = await memberWithTrack('query')
  rendered = []
  await get(`/${username}`)
  await get(`/${username}?utm_source=mail`)
  await get('/reset-password?token=one')
  await get('/reset-password?token=two')
  await get(`/${username}/drops`)
  await get(`/${username}/drops?before=30`)
  expect(rendered).toEqual([`/${username}`, `/${username}/drops`])
})

test('Each theme of an embed is rendered once, whatever else its URL has', async () => {
  const { username } = await memberWithTrack('framed')
  const path = `/${username}/embed`
  rendered = []
  for (const query of ['', '?theme=none', '?utm_source=blog', '?theme=none&theme=dark'])
    expect(await (await get(path + query)).text()).toContain('<html lang="en">')
  for (const query of ['?theme=dark', '?x=1&theme=dark', '?theme=dark&theme=light'])
    expect(await (await get(path + query)).text()).toContain('data-theme="dark"')
  expect(rendered).toEqual([path, path])
  expect((await get(path)).headers.get('x-frame-options')).toBeNull()
})

test('A page that can be paged by its query is cached without one, and each of its pages is its own', async () => {
  const members = [await memberWithTrack('paged')]
  for (let n = 0; n < 10; n++) members.push(await memberWithTrack('paged'))
  // Until the cache has learnt of the last member, the page is rendered again.
  let first = ''
  await expect
    .poll(async () => {
      rendered = []
      first = await (await get('/tracks/paged')).text()
      return rendered
    })
    .toEqual([])
  const next = /\?after=\d+-\d+/.exec(first)?.[0] ?? ''
  const second = await (await get(`/tracks/paged${next}`)).text()
  expect(second).toContain(`href="/${members[0]?.username}"`)
  expect(first).not.toContain(`href="/${members[0]?.username}"`)
  expect(rendered).toEqual([])
})

test('Each embed has the query that its schema reads, and a call whose query it does not know is the same without', async () => {
  const { username } = await memberWithTrack('capital')
  rendered = []
  const path = `/api/profile/${username}`
  for (const spelling of [path, `${path}?page=2`, `/api/profile/${username.toUpperCase()}`])
    expect(await (await get(spelling)).json()).toMatchObject({ username })
  expect(rendered).toEqual([path])
})

test('A client with as much work as it may have neither delays nor refuses others who ask for the same', async () => {
  const config = { ...app.context.config, rateLimits: true, trustedProxies: 1 }
  const context = { ...app.context, config, budget: createWorkBudget({ ...app.context, config }) }
  const opened = Promise.withResolvers<void>()
  let asked: string[] = []
  const pageApp: App = new Hono()
  pageApp.use(limitWork(context))
  pageApp.onError((error, c) => presentFailure(failureOf(error) ?? internalError(), c))
  pageApp.get('/:page', async c => {
    asked.push(c.req.path)
    if (c.req.path !== '/popular') await opened.promise
    return c.body('')
  })
  shareRoute(pageApp, { path: '/:page' })
  const serve = createVisitorCache(pageApp, context)
  let came = 0
  const pages = await startLocalServer((request, response) => {
    came++
    serve(request, response)
  })
  const statusOf = async (path: string, client: string) =>
    (await fetch(pages.url + path, { headers: { 'x-forwarded-for': client } })).status
  const slow = Array.from({ length: 3 }, (_, n) => statusOf(`/slow${n}`, '192.0.2.1'))
  await expect.poll(() => asked).toHaveLength(3)
  const waiting = statusOf('/popular', '192.0.2.1')
  await expect.poll(() => came).toBe(4)
  asked = []
  expect(await statusOf('/popular', '192.0.2.2')).toBe(200)
  expect(asked).toEqual(['/popular'])
  opened.resolve()
  expect(await Promise.all([...slow, waiting])).toEqual(Array(4).fill(200))
  expect(asked).toEqual(['/popular'])
  context.budget.spend('192.0.2.3', 3_000)
  expect(await statusOf('/other', '192.0.2.3')).toBe(429)
  expect(await statusOf('/other', '192.0.2.2')).toBe(200)
  expect(await statusOf('/other', '192.0.2.3')).toBe(200)
  await pages.close()
})

test('The bytes that are kept are bounded', async () => {
  // Two pages of 20 kB fit, with the room for compressed bodies.
  const pages = Object.fromEntries(['a', 'b', 'c'].map(name => [name, randomText(20_000)]))
  let asked: string[] = []
  const pagesApp: App = new Hono()
  pagesApp.get('/:page', c => {
    asked.push(c.req.param('page'))
    return c.body(pages[c.req.param('page')] ?? '')
  })
  shareRoute(pagesApp, { path: '/:page' })
  const small = await startLocalServer(createVisitorCache(pagesApp, app.context, 90_000))
  const read = async (name: string) => (await fetch(`${small.url}/${name}`)).text()
  for (const name of ['a', 'b', 'a', 'b']) expect(await read(name)).toBe(pages[name])
  expect(asked).toEqual(['a', 'b'])
  asked = []
  for (const name of ['c', 'b', 'a']) expect(await read(name)).toBe(pages[name])
  expect(asked).toEqual(['c', 'a'])
  await small.close()
})

const randomText = (length: number) => randomBytes(length / 2).toString('hex')

test('Responses at reserved names are not cached', async () => {
  rendered = []
  for (const path of ['/healthz', '/metrics', '/api/user', '/nobody-by-this-name/x/y'])
    await get(path)
  expect(rendered).toEqual([])
})

test('The chosen theme is part of the page', async () => {
  const { username } = await memberWithTrack('theme')
  const dark = await (await get(`/${username}`, { cookie: 'theme=dark' })).text()
  expect(dark).toContain('data-theme="dark"')
  expect(await (await get(`/${username}`)).text()).toContain('<html lang="en">')
})

/** The body as it is sent: `fetch` would decompress it. */
function bodyOf(username: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    httpGet(`${server.url}/${username}`, { headers: { 'accept-encoding': encoding } }, response => {
      expect(response.headers['content-encoding']).toBe(encoding)
      response.toArray().then(chunks => resolve(Buffer.concat(chunks)), reject)
    })
  })
}
