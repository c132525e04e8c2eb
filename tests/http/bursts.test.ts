// @module-tag both-engines
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listenTestApp } from '../listening-app.ts'
import { type Client, openTestApp } from '../test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const server = await listenTestApp(app)

const save = (member: Client, client: string, n: number) =>
  member.call(
    'PUT',
    '/api/user/spotify',
    { spotify_profile_url: `https://open.spotify.com/user/u${n}` },
    { 'x-forwarded-for': client },
  )

test('A burst of changes by one account is answered or refused, and others wait for few of them', async () => {
  const [writer, other] = [await app.member(), await app.member()]
  let saved = 0
  const burst = Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const { status } = await save(writer, '198.51.100.1', n)
      if (status === 200) saved++
      return status
    }),
  )
  let hasEnded = false
  burst.finally(() => {
    hasEnded = true
  })
  let n = 0
  const waits = await Promise.all(
    [
      () => other.call('GET', '/api/tracks', undefined, { 'x-forwarded-for': '198.51.100.2' }),
      () => save(other, '198.51.100.3', n++ % 2),
    ].map(async ask => {
      const waited: number[] = []
      do {
        const before = saved
        expect((await ask()).status).toBe(200)
        waited.push(saved - before)
      } while (!hasEnded)
      return Math.max(...waited)
    }),
  )
  const statuses = await burst
  expect(Math.max(...waits)).toBeLessThan(40)
  // Three places and a hundred that wait.
  expect(saved).toBeLessThanOrEqual(103)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test('Saving the profile link that is saved already changes nothing', async () => {
  const member = await app.member()
  expect((await save(member, '198.51.100.4', 1)).status).toBe(200)
  const updated = () =>
    app.context.db
      .selectFrom('users')
      .select('updated_at')
      .where('username', '=', member.username)
      .executeTakeFirstOrThrow()
  const before = await updated()
  app.pass(1_000)
  expect((await save(member, '198.51.100.4', 1)).status).toBe(200)
  expect(await updated()).toEqual(before)
})

test('A burst of a visitor’s requests for pages is answered, with 429 where it is too much', async () => {
  const tooMuch = Promise.withResolvers<void>()
  const request = async (_: unknown, n: number) => {
    const response = await fetch(`${server.url}/xnobody${n}`, {
      headers: { accept: 'text/html', 'x-forwarded-for': '198.51.100.9' },
    })
    await response.arrayBuffer()
    if (response.status === 429) tooMuch.resolve()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  // No response is sent before all that may wait do.
  const { answering } = await app.context.db.transaction().execute(async trx => {
    await sql`lock table users in access exclusive mode`.execute(trx)
    const answering = Promise.all(Array.from({ length: 250 }, request))
    await tooMuch.promise
    return { answering }
  })
  const answers = await answering
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.every(({ retryAfter }) => retryAfter === '1')).toBe(true)
})
