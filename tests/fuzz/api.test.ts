import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setRole } from '../../src/admin/admin.queries.ts'
import { startSession } from '../../src/members/sessions/sessions.ts'
import type { Route } from '../../src/platform/http/endpoint.shared.ts'
import { registeredCalls } from '../../src/platform/http/http.ts'
import { addFollowers, saveTracks } from '../drop-audience.ts'
import { openTestApp } from '../test-app.ts'
import { unsubscribeTokenOf } from '../unsubscribe-token-of.ts'
import { expectKnown, withTimeout } from './api-responses.ts'
import { type FuzzedCall, type Known, requestFrom, requestsOf, type Sent } from './requests.ts'

/** The same requests at every run; FUZZ_SEED tries others, FUZZ_RUNS more of them. */
const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const requestsPerCall = Number(process.env.FUZZ_RUNS ?? 10)

const app = await openTestApp()
const username = z.object({ username: z.string() })
const oneClick = (route: Route): FuzzedCall => ({
  route,
  access: 'anyone',
  params: z.object({ token: z.string() }),
  isForm: true,
  response: username,
})
const calls: FuzzedCall[] = [
  ...registeredCalls(app.hono).map(({ endpoint }) => endpoint),
  oneClick('POST /api/unsubscribe/:token'),
  oneClick('POST /api/reminder/:token'),
]
let requests = 0
const statuses = new Map<number, number>()

beforeAll(async () => {
  const names = ['ann', 'bob', 'dora', 'adam']
  const [ann, bob, dora] = await Promise.all(names.map(name => app.member(name)))
  for (const member of [ann, bob, dora]) {
    if (!member) continue
    await saveTracks(member, 3)
    await member.call('POST', '/api/drops', { note: 'Hello' })
    await member.call('POST', '/api/users/ann/followers', {})
  }
  await addFollowers(app, 'ann', 12)
  await setRole(app.context.db, 'dora', 'dev', true)
  await setRole(app.context.db, 'adam', 'admin', true)
  // Calls for the name that bob had are answered with a redirect.
  await bob?.call('PUT', '/api/user/username', { username: 'bobby' })
})
afterAll(() => {
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
  process.stdout.write(
    `\nFuzzing (FUZZ_SEED=${seed}): ${requests} requests, ${counts.join(', ')}\n`,
  )
})

test.each([null, 'bobby', 'dora', 'adam'])(
  'Any request to any call has a response of its schema or a known failure (signed in: %s)',
  { timeout: 300_000 + requestsPerCall * 4_000 },
  async username => {
    for (const call of calls) {
      const { headers, known } = await asking(username)
      const property = fc.asyncProperty(requestsOf(call, known), async sent => {
        const response = await withTimeout(send(sent, headers))
        await withTimeout(expectKnown(call, response))
        if (username === null && call.access !== 'anyone') {
          expect([400, 401, 404, 413]).toContain(response.status)
        }
      })
      await fc.assert(property, { seed, numRuns: requestsPerCall })
    }
  },
)

test('A response that neither the schema nor the list of failures has is found', async () => {
  const failure = { message: 'Bad', code: 'invalid_input' }
  const answers = [
    Response.json({ message: 'Bad', code: 'internal_error' }, { status: 500 }),
    Response.json(failure, { status: 418 }),
    Response.json({ username: 'ann', password: 'secret' }),
    Response.json({ username: 'ann' }, { status: 201 }),
    Response.json({ code: 'invalid_input' }, { status: 400 }),
    Response.json({ message: 'No code' }, { status: 400 }),
    Response.json({ message: 'Unknown code', code: 'bad' }, { status: 400 }),
    new Response('Bad Request', { status: 400 }),
  ]
  const call = oneClick('POST /api/unsubscribe/:token')
  for (const answer of answers) await expect(expectKnown(call, answer)).rejects.toThrow()
  await expectKnown(call, Response.json(failure, { status: 400 }))
  await expectKnown(call, Response.json({ username: 'ann' }))
})

test('Thousands of requests were made, and calls also succeeded', () => {
  expect(requests).toBeGreaterThan(100 * requestsPerCall)
  for (const status of [200, 201, 202, 204, 400, 401, 403, 404, 415]) {
    expect(statuses.get(status) ?? 0, `answers with ${status}`).toBeGreaterThan(0)
  }
})

async function send(sent: Sent, own: Record<string, string>) {
  const response = await app.hono.fetch(requestFrom(sent, own))
  requests++
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  return response
}

/** A new session for each call, because some end it, and what this member has and knows. */
async function asking(username: string | null) {
  const { db, clock } = app.context
  const headers: Record<string, string> = { origin: 'http://radr.test' }
  const email = username && `${username.replace('bobby', 'bob')}@mail.test`
  const member = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  if (member) headers.cookie = `session=${await startSession(db, member.id, clock.now())}`
  const tracks = await db
    .selectFrom('tracks')
    .selectAll()
    .where('user_id', '=', member?.id ?? 0)
    .execute()
  const follows = await db.selectFrom('radr_follows').select('id').limit(3).execute()
  return {
    headers,
    known: knownTo(
      tracks,
      await Promise.all(follows.map(({ id }) => unsubscribeTokenOf(app.context, id))),
    ),
  }
}

function knownTo(tracks: { id: number; rank: number }[], tokens: string[]): Known {
  const places = tracks.map(({ id, rank }) => ({ id, rank }))
  return {
    ':username': fc.constantFrom('ann', 'ANN', 'bob', 'bobby', 'dora', 'nobody'),
    ':id': fc.constantFrom(0, ...tracks.map(({ id }) => id)),
    ':dropNumber': fc.constantFrom(1, 2),
    ':token': fc.constantFrom('x', ...tokens),
    token: fc.constantFrom('x', ...tokens),
    email: fc.oneof(
      fc.constantFrom('ann@mail.test', 'Dora@Mail.test', 'x@fans.test'),
      fc.stringMatching(/^[a-z]{8}@mail\.test$/),
    ),
    password: fc.constantFrom('correct horse', 'wrong horse'),
    spotifyUrl: fc.stringMatching(/^https:\/\/open\.spotify\.com\/track\/[A-Za-z0-9]{22}$/),
    spotify_profile_url: fc.constantFrom('', 'https://open.spotify.com/user/ann'),
    note: fc.option(fc.string({ unit: 'binary', maxLength: 160 })),
    avatar: fc.constantFrom(null, picture, picture.slice(0, 60)),
    tracks: fc.constantFrom(
      places,
      places.map((place, i) => ({ ...place, rank: places.length - i })),
    ),
    search: fc.constantFrom('a', 'AN', '%', '_', '\\'),
  }
}

const png = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } }).png()
const picture = `data:image/png;base64,${(await png.toBuffer()).toString('base64')}`
