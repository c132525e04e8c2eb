import { get } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Listening } from '../../src/server/listen.ts'
import { listenTestApp } from '../listening-app.ts'
import { setHiddenReason } from '../member-lists.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const app = await openTestApp()
const limited = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const https = await openTestApp({ PUBLIC_URL: 'https://radr.test' })
const servers = new Map<TestApp, Listening>()
for (const each of [app, limited, https]) servers.set(each, await listenTestApp(each))

const urlOf = (of: TestApp) => servers.get(of)?.url ?? ''

const ask = (path: string, headers: Record<string, string> = {}, of = app) =>
  fetch(urlOf(of) + path, { headers, redirect: 'manual' })

/** Sends the target as written: `fetch` would leave out a fragment. */
function askRaw(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(urlOf(app)).port), '127.0.0.1')
    socket.on('error', reject)
    socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    socket.toArray().then(chunks => resolve(String(Buffer.concat(chunks))), reject)
  })
}

const redirectOf = ({ status, headers }: Response) => [status, headers.get('location')]

test('Another spelling of a member’s URL leads to their own', async () => {
  const { username } = await app.member('Mixed-Case')
  for (const path of ['', '/drops', '/embed', '/feed.atom']) {
    const own = `/${username}${path}`
    expect((await ask(own)).status, own).toBe(200)
    for (const spelling of ['mixed-case', 'MIXED-CASE'])
      expect(redirectOf(await ask(`/${spelling}${path}`))).toEqual([301, own])
  }
  expect(redirectOf(await ask('/mixed-case/drops?before=30'))).toEqual([
    301,
    `/${username}/drops?before=30`,
  ])
})

test('Another spelling does not tell that there is a member whom an administrator has hidden', async () => {
  await app.member('Hidden')
  await setHiddenReason(app.context.db, 'Hidden', 'spam')
  for (const path of ['/hidden', '/hidden/embed', '/hidden/feed.atom'])
    expect((await ask(path)).status, path).toBe(404)
})

test.each(['/NAME/', '/NAME//', '/%NAME', '/NAME#1', '/NAME#', '/N%AME'])(
  'The URL %s leads to its normal form, which is the one that is kept for visitors',
  async form => {
    const { username } = await app.member()
    const [first = '', second = ''] = username
    const escaped = (character: string) => `%${character.charCodeAt(0).toString(16)}`
    const target = form
      .replace('%NAME', escaped(first) + username.slice(1))
      .replace('N%AME', first + escaped(second) + username.slice(2))
      .replace('NAME', username)
    const response = await askRaw(target)
    expect(response).toMatch(/^HTTP\/1.1 301 /)
    expect(response).toContain(`location: /${username}\r\n`)
  },
)

test('A drop has one URL, to which one with leading zeros leads', async () => {
  const member = await app.member()
  await member.call('POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/track/one' })
  await member.call('POST', '/api/drops', {})
  const drops = `/${member.username}/drops`
  expect((await ask(`${drops}/1`)).status).toBe(200)
  for (const end of ['', '/embed'])
    for (const number of ['01', '0001'])
      expect(redirectOf(await ask(`${drops}/${number}${end}`))).toEqual([301, `${drops}/1${end}`])
  for (const path of [`${drops}/0`, `${drops}/00`, `${drops}/0x1`])
    expect((await ask(path)).status, path).toBe(404)
})

test.each(['@', '%40'])('A name with %s before it leads to the member', async mark => {
  const { username } = await app.member()
  for (const end of ['', '/drops', '/drops/2', '/embed', '/feed.atom', '?a=b'])
    expect(redirectOf(await ask(`/${mark}${username}${end}`))).toEqual([301, `/${username}${end}`])
  for (const path of [`/${mark}`, `/${mark}/evil.test`, `/${mark}${mark}${username}`, `/${mark}ab`])
    expect((await ask(path)).status, path).toBe(404)
})

test('The URL of a page in capitals leads to the page', async () => {
  for (const [given, own] of [
    ['/Charts', '/charts'],
    ['/CHARTS?period=all', '/charts?period=all'],
    ['/Settings/Import/', '/settings/import'],
    ['/Radrs', '/radrs'],
  ] as const)
    expect(redirectOf(await ask(given)), given).toEqual([301, own])
})

test('No form of a URL leads to another site', async () => {
  for (const target of ['//evil.test/', '//evil.test/a/', '/\\evil.test/', '/%2f/evil.test/'])
    expect(await askRaw(target), target).not.toMatch(/location: (?:\/\/|http)/)
})

/** A request of a member's page, call or feed by its number, and the cookie that is sent with it. */
type RequestOf = (n: number, username: string) => [path: string, cookie?: string]
const noSession = `session=${'x'.repeat(43)}`
const memberSession = await sessionOf(limited)

async function sessionOf({ member, visitor }: TestApp): Promise<string> {
  const { email } = await member()
  const body = { email, password: 'correct horse' }
  const { response } = await visitor().call('POST', '/api/login', body)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Costs in work of a minute, of which a client has 3,000. */
const [call, page] = [1, 5]

test.each<[what: string, cost: number, requestOf: RequestOf]>([
  ['feeds with an invalid session', page, (_, name) => [`/${name}/feed.atom`, noSession]],
  ['pages with an invalid session', page, () => ['/charts', noSession]],
  ['pages of members who do not exist', page, n => [`/nobody-${n}`]],
  ['URLs that lead nowhere', page, n => [`/nowhere/${n}/x`]],
  ['tracks that nobody has', call, n => [`/api/tracks/none${n}`]],
  ['lists with a track', call, () => ['/api/tracks/none/lists']],
  ['rank histories', call, (_, name) => [`/api/users/${name}/rank-history`]],
  ['pictures that do not exist', call, n => [`/avatars/${n}.jpg`]],
  ['profiles that do not exist', call, n => [`/api/profile/nobody-${n}`]],
  ['feeds of members who do not exist', page, n => [`/nobody-${n}/feed.atom`]],
  ['drops before any number', call, (n, name) => [`/api/users/${name}/drops?before=${n + 1}`]],
  ['cards with a made-up name', page, (n, name) => [`/cards/members/${name}/${n}.jpg`]],
  ['embeds with an invalid session', page, (_, name) => [`/${name}/embed`, noSession]],
  ['calls with an invalid session', call, () => ['/api/charts/top-users', noSession]],
  ['calls in another spelling', call, (_, name) => [`/api/profile/%6d${name.slice(1)}`]],
  ['pages of a member', page, () => ['/charts', memberSession]],
  ['calls of a member', call, () => ['/api/user', memberSession]],
])('Requests for %s cost their client %i of its work for a minute', async (_, cost, requestOf) => {
  const { username } = await limited.member()
  const [one, limit] = [newClient(), 4]
  limited.context.budget.spend(one, 3_000 - limit * cost)
  const askFrom = async (client: string, n: number) => {
    const [path, cookie = ''] = requestOf(n, username)
    const headers = { cookie, 'x-forwarded-for': client, accept: 'text/html' }
    const response = await ask(path, headers, limited)
    await response.arrayBuffer()
    return response
  }
  for (let n = 0; n < limit; n++) expect((await askFrom(one, n)).status).not.toBe(429)
  const refused = await askFrom(one, limit)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await askFrom(newClient(), limit + 1)).status).not.toBe(429)
  // What is in the memory that visitors share costs nothing.
  for (const client of [newClient(), one, one]) {
    const shared = await ask('/charts', { 'x-forwarded-for': client }, limited)
    expect([shared.status, await shared.text()]).toEqual([200, expect.stringContaining('<html')])
  }
})

test('A page in memory that is being rendered anew is served to a client that has no work left', async () => {
  const address = newClient()
  const { username } = await limited.member()
  const askAs = (client: string) =>
    ask(`/${username}`, { 'x-forwarded-for': client }, limited).then(({ status }) => status)
  limited.context.budget.spend(address, 3_000)
  expect(await askAs(address)).toBe(429)
  expect(await askAs(newClient())).toBe(200)
  expect(await askAs(address)).toBe(200)
})

test('Health checks and files of the build cost nothing', async () => {
  const address = newClient()
  limited.context.budget.spend(address, 3_000)
  for (const path of ['/livez', '/readyz'])
    expect((await ask(path, { 'x-forwarded-for': address }, limited)).status, path).toBe(200)
  expect((await ask('/api/user', { 'x-forwarded-for': address }, limited)).status).toBe(429)
})

let clients = 0
const newClient = () => `192.0.2.${++clients}`

test.each(['session=', 'session=""', 'a=session=1', 'my_session=1'])(
  'With the cookie %s, which is no session, visitors are served from memory',
  async cookie => {
    const ids = new Set<string | null>()
    for (let n = 0; n < 20; n++)
      ids.add((await ask('/api/charts/top-users', { cookie })).headers.get('x-request-id'))
    expect(ids).toEqual(new Set([null]))
  },
)

/** `fetch` sets the header itself. */
const askHost = (host: string, path: string) =>
  new Promise<[status?: number, location?: string]>((resolve, reject) => {
    get(urlOf(app) + path, { headers: { host } }, response => {
      response.resume()
      resolve([response.statusCode, response.headers.location])
    }).once('error', reject)
  })

test('Pages under another name of the installation lead to its public URL', async () => {
  expect(await askHost('www.radr.test', '/charts?a=b')).toEqual([
    308,
    'http://radr.test/charts?a=b',
  ])
  expect(await askHost('radr.test:8080', '/charts')).toEqual([308, 'http://radr.test/charts'])
  for (const host of ['radr.test', 'RADR.test', 'localhost:3000', '10.0.0.3:3000', 'app:3000'])
    expect(await askHost(host, '/charts'), host).toEqual([200, undefined])
  for (const path of ['/livez', '/readyz'])
    expect(await askHost('10-0-0-3.internal.test', path), path).toEqual([200, undefined])
})

test('A site with https accepts no call from the same name without it', async () => {
  const statusOf = async (origin: string) => {
    const headers = { origin, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{}' }
    return (await https.hono.request('http://radr.test/api/login', init)).status
  }
  expect(await statusOf('http://radr.test')).toBe(403)
  expect(await statusOf('https://radr.test')).toBe(400)
})
