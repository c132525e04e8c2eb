import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxAddress } from '../../src/mail/outbox/outbox.routes.ts'
import { findMemberByName } from '../../src/members/members.queries.ts'
import { startSession } from '../../src/members/sessions/sessions.ts'
import { loadSecret } from '../../src/platform/secrets/load-secret.ts'
import { addFollowers, saveTracks } from '../drop-audience.ts'
import { openTestApp } from '../test-app.ts'
import { unsubscribeTokenOf } from '../unsubscribe-token-of.ts'
import { withTimeout } from './api-responses.ts'
import { hostileText, pathSegment } from './hostile.ts'
import { formPosts, pageVisits } from './page-requests.ts'
import { requestFrom, type Sent } from './requests.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const numRuns = Number(process.env.FUZZ_RUNS ?? 10) * 10

const folder = await mkdtemp(join(tmpdir(), 'fuzz-pages-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
  process.stdout.write(`\nFuzzing pages (FUZZ_SEED=${seed}): ${requests} requests\n`)
})
// The app has no mail server, so that there is an outbox to read.
const app = await openTestApp({ SMTP_URL: '', DATA_DIR: folder })
let requests = 0

beforeAll(async () => {
  const [ann, bob] = await Promise.all(['ann', 'bob'].map(name => app.member(name)))
  if (ann) await saveTracks(ann, 3)
  await ann?.call('POST', '/api/drops', { note: 'See radr.test' })
  await bob?.call('PUT', '/api/user/username', { username: 'bobby' })
  await addFollowers(app, 'ann', 3)
})

test.each([false, true])(
  'Any URL leads to a page, a redirect within the site or a rejection (signed in: %s)',
  { timeout: 300_000 + numRuns * 200 },
  async signedIn => {
    const headers: Record<string, string> = signedIn ? { cookie: await newSession() } : {}
    const property = fc.asyncProperty(pageVisits(await pagePaths()), async sent => {
      const response = await send(sent, headers)
      expect([200, 204, 301, 302, 303, 400, 404]).toContain(response.status)
      await expectHarmless(response)
    })
    await fc.assert(property, { seed, numRuns })
  },
)

test('Any form that is posted without a script leads to its page or is rejected', async () => {
  const follows = await app.context.db.selectFrom('radr_follows').select('id').execute()
  const tokens = await Promise.all(follows.map(({ id }) => unsubscribeTokenOf(app.context, id)))
  const forms = [
    '/follow/confirm',
    '/unsubscribe',
    '/email/confirm',
    '/mail-choices',
    '/follow/send-song',
  ]
  const property = fc.asyncProperty(formPosts(forms, tokens), async sent => {
    const response = await send(sent, { origin: 'http://radr.test' })
    expect([303, 400, 401, 413]).toContain(response.status)
    await expectHarmless(response)
    if (response.status === 303) {
      expect(response.headers.get('location')).toMatch(`${sent.address}?`)
    }
  })
  await fc.assert(property, { seed, numRuns })
})

test('Any name in the outbox leads to a mail, to itself without a slash, or is not found', async () => {
  const { config, db } = app.context
  const { pathname } = new URL(outboxAddress(config, await loadSecret(db, 'outbox')) ?? '')
  const name = pathSegment(hostileText)
  const address = fc.oneof(
    fc
      .tuple(name, fc.constantFrom('', '/html', '/'))
      .map(([name, rest]) => `${pathname}/${name}${rest}`),
    fc.tuple(name, name).map(([key, name]) => `/outbox/${key}/${name}`),
  )
  const property = fc.asyncProperty(address, async address => {
    const response = await send({ method: 'GET', address, headers: [] }, {})
    expect([200, 301, 404]).toContain(response.status)
    await expectHarmless(response)
  })
  await fc.assert(property, { seed, numRuns: numRuns / 2 })
})

function send(sent: Sent, own: Record<string, string>) {
  requests++
  return withTimeout(app.hono.fetch(requestFrom(sent, own)))
}

/** Nothing that was sent has become markup, a header or a way to another site. */
async function expectHarmless(response: Response) {
  expect(await withTimeout(response.text())).not.toContain('<script>alert')
  expect(response.headers.get('set-cookie') ?? '').not.toContain('session=1')
  expect(response.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
  if (response.ok) expect(response.headers.get('x-content-type-options')).toBe('nosniff')
}

async function newSession() {
  const { db, clock } = app.context
  const { id } = await findMemberByName(db, 'ann')
  return `session=${await startSession(db, id, clock.now())}`
}

/** Imports by name, because the pages belong to the browser's half of the code. */
async function pagePaths(): Promise<string[]> {
  const source = '../../src/web/pages/page-table.tsx'
  const { pagesOf } = (await import(/* @vite-ignore */ source)) as {
    pagesOf(site: object): { path: string }[]
  }
  return pagesOf({ brand: 'Radr' }).map(({ path }) => path)
}
