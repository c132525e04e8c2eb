import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenTestApp } from '../listening-app.ts'
import { startCachingProxy } from '../servers/caching-proxy.ts'
import { type Client, newClient, openTestApp } from '../test-app.ts'

const seconds = 60
const app = await openTestApp({ CDN_CACHE: String(seconds) })
const track = 'https://open.spotify.com/track/'
const server = await listenTestApp(app)

describe.each<[string, { bypassCookie?: RegExp }]>([
  ['A cache that follows Vary', {}],
  [
    'A CDN that ignores Vary: Cookie, with the rule of the README',
    { bypassCookie: /(?:^|; )(?:session|theme)=/ },
  ],
])('%s', (_, options) => {
  let proxy: Awaited<ReturnType<typeof startCachingProxy>>
  beforeAll(async () => {
    proxy = await startCachingProxy(server.url, options)
  })
  afterAll(() => proxy.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(proxy.url + path, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...headers },
    })
  const textOf = async (path: string, headers?: Record<string, string>) =>
    (await get(path, headers)).text()

  /** Signed in through the proxy. */
  async function member() {
    const username = `m${randomBytes(5).toString('hex')}`
    const email = `${username}@mail.test`
    const cookies: string[] = []
    const client: Client = newClient(proxy.url, async (url, init) => {
      const response = await fetch(url, init)
      cookies.push(...response.headers.getSetCookie())
      return response
    })
    await client.call('POST', '/api/register', { username, email, password: 'correct horse' })
    await client.call('POST', '/api/tracks', { spotifyUrl: `${track}first` })
    const headers = { cookie: cookies[0]?.split(';')[0] ?? '' }
    return { ...client, username, email, headers }
  }
  const pathsOf = ({ username }: { username: string }) => [
    `/${username}`,
    `/${username}/drops`,
    `/api/profile/${username}`,
    `/api/users/${username}/followers-count`,
    `/api/users/${username}/drops`,
  ]

  test('serves visitors what it has, in the encoding they accept', async () => {
    const { username } = await member()
    for (const path of pathsOf({ username })) {
      const first = await get(path)
      expect(first.headers.get('cache-control')).toBe(
        `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
      )
      const second = await get(path)
      expect(second.headers.has('age'), path).toBe(true)
      expect(await second.text()).toBe(await first.text())
      for (const round of ['asked for', 'served']) {
        const { headers } = await get(path, { 'accept-encoding': 'br' })
        expect(headers.get('content-encoding'), round).toBe('br')
      }
    }
    const compressed = proxy
      .stored(`/${username}`)
      .find(({ headers }) => headers.has('content-encoding'))
    expect(String(brotliDecompressSync(compressed?.body ?? ''))).toBe(await textOf(`/${username}`))
  })

  test('never serves what a member got to a visitor or to another member', async () => {
    const [one, other] = [await member(), await member()]
    for (const path of [...pathsOf(one), '/', '/charts', '/home', '/settings', '/api/user']) {
      const ofOne = await textOf(path, one.headers)
      const ofOther = await textOf(path, other.headers)
      const ofVisitor = await textOf(path)
      expect(ofOther, path).not.toContain(one.email)
      expect(ofVisitor, path).not.toContain(one.email)
      expect(ofVisitor, path).not.toContain(other.email)
      if (path === '/api/user' || !path.startsWith('/api/')) {
        expect(ofOne, path).toContain(one.email)
        expect(ofOther, path).toContain(other.email)
      }
      for (const { body } of proxy.stored(path)) expect(String(body)).not.toContain('@mail.test')
    }
  })

  test('never serves a member what a visitor got: members see their own change at once', async () => {
    const one = await member()
    for (const path of pathsOf(one)) await get(path)
    await one.call('POST', '/api/tracks', { spotifyUrl: `${track}second` })
    for (const path of [`/${one.username}`, `/api/profile/${one.username}`]) {
      expect(await textOf(path, one.headers)).toContain('second')
      const { headers } = await get(path, one.headers)
      expect(headers.get('cache-control')).not.toContain('public')
    }
  })

  test(`shows visitors a change after ${seconds} seconds`, async () => {
    const one = await member()
    const paths = [`/${one.username}`, `/api/profile/${one.username}`]
    for (const path of paths) expect(await textOf(path)).toContain('first')
    await one.call('POST', '/api/tracks', { spotifyUrl: `${track}second` })
    // The app's own cache is up to date before the proxy asks it.
    for (const path of paths) {
      await expect.poll(async () => (await fetch(server.url + path)).text()).toContain('second')
    }
    proxy.passSeconds(seconds - 1)
    for (const path of paths) expect(await textOf(path)).not.toContain('second')
    proxy.passSeconds(1)
    for (const path of paths) {
      // The old one once more, while the proxy asks for the new one.
      expect(await textOf(path)).not.toContain('second')
      await expect.poll(() => textOf(path)).toContain('second')
    }
  })

  test(`shows visitors a change after ${2 * seconds} seconds when nobody has asked meanwhile`, async () => {
    const one = await member()
    const path = `/api/profile/${one.username}`
    await get(path)
    await one.call('POST', '/api/tracks', { spotifyUrl: `${track}second` })
    await expect.poll(async () => (await fetch(server.url + path)).text()).toContain('second')
    proxy.passSeconds(2 * seconds)
    expect(await textOf(path)).toContain('second')
  })

  test('revalidates an unchanged page without its body', async () => {
    const one = await member()
    await get(`/${one.username}`)
    const [before] = proxy.stored(`/${one.username}`)
    proxy.passSeconds(2 * seconds)
    expect((await get(`/${one.username}`)).status).toBe(200)
    // Another response would have taken its place.
    expect(before).toBeDefined()
    expect(proxy.stored(`/${one.username}`)[0]).toBe(before)
  })

  test('does not keep errors, pages that are not found, and redirects', async () => {
    const one = await member()
    const newName = `n${randomBytes(5).toString('hex')}`
    const missing = ['/nobody-by-this-name', '/api/profile/nobody-by-this-name', `/${newName}`]
    for (const path of missing) expect((await get(path)).status, path).toBe(404)
    expect((await get('/api/user')).status).toBe(401)
    expect((await get('/home')).status).toBe(302)
    expect((await one.call('PUT', '/api/user/username', { username: newName })).status).toBe(200)
    await expect
      .poll(async () => (await fetch(`${server.url}/${one.username}`)).url)
      .toContain(newName)
    expect((await get(`/${one.username}`)).status).toBe(301)
    expect((await get(`/${newName}`)).status).toBe(200)
    for (const path of [...missing.slice(0, 2), '/api/user', '/home', `/${one.username}`])
      expect(proxy.stored(path), path).toEqual([])
  })

  test('does not keep a page in a theme that one visitor chose', async () => {
    const { username } = await member()
    const headers = { cookie: 'theme=dark' }
    expect(await textOf(`/${username}`, headers)).toContain('data-theme="dark"')
    expect(await textOf(`/${username}`)).not.toContain('data-theme')
    expect(await textOf(`/${username}`, headers)).toContain('data-theme="dark"')
  })

  test('keeps pictures of members for ever', async () => {
    const one = await member()
    const picture = await sharp({
      create: { width: 9, height: 9, channels: 3, background: '#2266cc' },
    })
      .png()
      .toBuffer()
    const avatar = `data:image/png;base64,${picture.toString('base64')}`
    const { body } = await one.call<{ avatar: string }>('PUT', '/api/user/avatar', { avatar })
    const cacheControl = 'public, max-age=31536000, immutable'
    expect((await get(body.avatar, one.headers)).headers.get('cache-control')).toBe(cacheControl)
    expect(proxy.stored(body.avatar)).toHaveLength(options.bypassCookie ? 0 : 1)
    await get(body.avatar)
    proxy.passSeconds(86_400)
    expect((await get(body.avatar)).headers.has('age')).toBe(true)
  })
})

test('Without the rule, a CDN that ignores Vary: Cookie still keeps nothing that is a member’s', async () => {
  const proxy = await startCachingProxy(server.url, { bypassCookie: /never-sent/ })
  const one = await app.member()
  const { response } = await one.call('POST', '/api/login', {
    email: one.email,
    password: 'correct horse',
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const path of [`/${one.username}`, `/api/profile/${one.username}`, '/api/user', '/home']) {
    for (const headers of [
      { cookie },
      { cookie: `${cookie}; theme=dark` },
      { cookie: 'theme=dark' },
    ]) {
      await fetch(proxy.url + path, { headers, redirect: 'manual' })
      expect(proxy.stored(path), path).toEqual([])
    }
  }
  await proxy.close()
})
