// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFastPath } from '../../src/app/fast-path/fast-path.ts'
import { type Listening, listen } from '../../src/app/listen.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { day, newClient, openTestApp } from '../test-app.ts'

const app = await openTestApp()
let server: Listening
let entered: string[] = []

beforeAll(async () => {
  const counting = Object.create(app.hono)
  counting.fetch = (...request: Parameters<typeof app.hono.fetch>) => {
    entered.push(new URL(request[0].url).pathname)
    return app.hono.fetch(...request)
  }
  server = await listen(counting, {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    connectionsPerAddress: null,
    fastPath: await createFastPath(app.hono, app.context, noBrowserBuild),
  })
})
afterAll(() => server.close())

const polls = (username: string) => [
  '/api/user',
  '/api/drops/has-changes',
  '/api/drops/check-weekly-limit',
  `/api/users/${username}/drops-count`,
]

/** A member's responses over a socket, which they must get from the app as well. */
async function pollsOf({ username, email }: { username: string; email: string }) {
  const [direct, socket] = [app.visitor(), newClient(server.url)]
  for (const client of [direct, socket])
    expect(
      await client.call('POST', '/api/login', { email, password: 'correct horse' }),
    ).toMatchObject({ status: 200 })
  entered = []
  const bodies = []
  for (const path of polls(username)) {
    const [expected, received] = [await direct.call('GET', path), await socket.call('GET', path)]
    expect(received.body, path).toEqual(expected.body)
    expect(headersOf(received.response), path).toEqual(headersOf(expected.response))
    bodies.push(received.body)
  }
  return bodies
}

/** Without those of the connection, and the id, which the fast path does not give. */
function headersOf({ headers }: Response) {
  const own = ['connection', 'content-length', 'date', 'keep-alive', 'x-request-id']
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)))
}

test('The calls of an open tab do not enter the app, and get what the app would respond', async () => {
  const member = await app.member()
  expect((await pollsOf(member)).slice(1)).toEqual([
    { hasChanges: false },
    { nextDropTime: null },
    { totalDrops: 0 },
  ])
  expect(entered).toEqual([])
  await member.call('POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/track/polled' })
  expect((await pollsOf(member)).slice(1, 2)).toEqual([{ hasChanges: true }])
  const drop = await member.call<{ created_at: string }>('POST', '/api/drops', {})
  expect((await pollsOf(member)).slice(1)).toEqual([
    { hasChanges: false },
    { nextDropTime: new Date(Date.parse(drop.body.created_at) + 7 * day).toISOString() },
    { totalDrops: 1 },
  ])
  app.pass(7 * day)
  expect((await pollsOf(member)).slice(1, 3)).toEqual([
    { hasChanges: false },
    { nextDropTime: null },
  ])
  expect(entered).toEqual([])
})

test('Without a session, after a sign-out and for unknown members the app responds', async () => {
  const { username, email } = await app.member()
  const socket = newClient(server.url)
  const [user = '', , , dropCount = ''] = polls(username)
  expect((await socket.call('GET', user)).status).toBe(401)
  await socket.call('POST', '/api/login', { email, password: 'correct horse' })
  expect((await socket.call('GET', user)).status).toBe(200)
  expect((await socket.call('GET', '/api/users/nobody-here/drops-count')).status).toBe(404)
  expect((await socket.call('GET', `${dropCount}?page=1`)).body).toEqual({ totalDrops: 0 })
  await app.context.db.deleteFrom('sessions').execute()
  expect((await socket.call('GET', user)).status).toBe(401)
})

test('A session that is used the next day is extended', async () => {
  const { email } = await app.member()
  const socket = newClient(server.url)
  await socket.call('POST', '/api/login', { email, password: 'correct horse' })
  app.pass(1.5 * day)
  const cookies = async () =>
    (await socket.call('GET', '/api/user')).response.headers.getSetCookie().length
  expect(await cookies()).toBe(1)
  expect(await cookies()).toBe(0)
})
