import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { addTracks, setTrackDetails } from '../../../tests/member-lists.ts'
import { startMockOutside } from '../../../tests/servers/mock-outside.ts'
import { openTestApp, runJob } from '../../../tests/test-app.ts'
import { findCovers } from './find-covers.ts'
import { storeCovers } from './store-covers.job.ts'

const hosts = await startMockOutside()
afterAll(() => hosts.close())
const app = await openTestApp({ OUTSIDE_SERVICES: hosts.url })
// The queue's schedule runs the job, too, so that a cover could be fetched twice at the same time.
await app.context.queue.stop()

const picture = await sharp({
  create: { width: 640, height: 640, channels: 3, background: '#ff0000' },
})
  .png()
  .toBuffer()

type Answer = { status?: number; type?: string; body?: Buffer }

const serve = (url: string, { status = 200, type = 'image/png', body = picture }: Answer = {}) =>
  hosts.respond(url, response => response.writeHead(status, { 'content-type': type }).end(body))

async function trackWith(artwork: string, answer: Answer | null = {}, prefix = 'cover') {
  const id = `${prefix}${randomBytes(6).toString('hex')}`
  if (answer) serve(artwork, answer)
  await setTrackDetails(app.context.db, id, { title: 'A title', artwork })
  return id
}

const store = () => runJob(storeCovers, app.context, {} as never)
const requestsOf = (path: string) => hosts.requests.filter(({ url }) => url?.endsWith(path)).length

test('The cover of a track is fetched once, and again when its URL changes', async () => {
  const id = await trackWith('https://i.scdn.co/image/first')
  expect((await findCovers(app.context.db, [id])).areComplete).toBe(false)
  await store()
  await store()
  expect(requestsOf('/first')).toBe(1)
  const { covers, areComplete } = await findCovers(app.context.db, [id])
  const { format, width } = await sharp(covers.get(id)).metadata()
  expect([format, width, areComplete]).toEqual(['jpeg', 640, true])
  serve('https://i.scdn.co/image/second')
  await setTrackDetails(app.context.db, id, { artwork: 'https://i.scdn.co/image/second' })
  await store()
  expect(requestsOf('/second')).toBe(1)
})

test('The cover is fetched with 640 pixels, and as it is where there is no such picture', async () => {
  const small = (id: string) => `https://i.scdn.co/image/ab67616d00001e02${id}`
  const [both, only] = [await trackWith(small('both')), await trackWith(small('only'))]
  serve('https://i.scdn.co/image/ab67616d0000b273both')
  await store()
  const { covers } = await findCovers(app.context.db, [both, only])
  expect([...covers.keys()].sort()).toEqual([both, only].sort())
  expect([requestsOf('1e02both'), requestsOf('b273only'), requestsOf('1e02only')]).toEqual([
    0, 1, 1,
  ])
})

test.each([
  ['an address of another host', 'https://elsewhere.test/image', null],
  ['an address without encryption', 'http://i.scdn.co/image/plain', null],
  ['a missing picture', 'https://i.scdn.co/image/missing', null],
  ['no picture', 'https://i.scdn.co/image/text', { body: Buffer.from('text') }],
  ['a page', 'https://i.scdn.co/image/page', { type: 'text/html' }],
  ['too large a file', 'https://i.scdn.co/image/large', { body: Buffer.alloc(1024 * 1024 + 1) }],
])('%s leaves the generated cover, and is not requested again', async (_what, artwork, answer) => {
  const id = await trackWith(artwork, answer)
  await store()
  const requests = hosts.requests.length
  expect(await findCovers(app.context.db, [id])).toEqual({ covers: new Map(), areComplete: true })
  await store()
  expect(hosts.requests.length).toBe(requests)
})

test('The main color comes with the cover, and is added to covers that were stored without one', async () => {
  const { db } = app.context
  const colorOf = async (id: string) =>
    (
      await db
        .selectFrom('track_details')
        .select('color')
        .where('spotify_track_id', '=', id)
        .execute()
    )[0]?.color
  const id = await trackWith('https://i.scdn.co/image/red')
  await store()
  const color = await colorOf(id)
  expect(color).toMatch(/^f[0-9a-f]{5}$/)
  await db.updateTable('track_details').set({ color: null }).execute()
  await store()
  expect(await colorOf(id)).toBe(color)
  expect(requestsOf('/red')).toBe(1)
})

test('A cover is tried again after its host did not respond', async () => {
  const artwork = 'https://i.scdn.co/image/later'
  const id = await trackWith(artwork, { status: 503 })
  await store()
  expect((await findCovers(app.context.db, [id])).areComplete).toBe(false)
  serve(artwork)
  await store()
  expect((await findCovers(app.context.db, [id])).areComplete).toBe(true)
})

test('Covers that can never be fetched keep no others from being fetched', async () => {
  const [broken, working] = ['https://broken.scdn.co/image/', 'https://i.scdn.co/image/whole']
  for (let n = 1; n <= 60; n++) await trackWith(`${broken}${n}`, { status: 503 }, 'a')
  // The last one, whatever the order.
  const [first, last] = [await trackWith(working, {}, '0'), await trackWith(working, {}, 'z')]
  const areStored = async () => (await findCovers(app.context.db, [first, last])).areComplete
  const requestsOfBroken = () =>
    hosts.requests.filter(({ url }) => url?.startsWith('/broken.scdn.co')).length
  for (let runs = 1; runs <= 2; runs++) {
    await store()
    // A host that does not respond is not asked for each of its covers.
    expect(requestsOfBroken()).toBe(3 * runs)
  }
  expect(await areStored()).toBe(true)
})

test('Caches keep the card of a list once its covers are known', async () => {
  const member = await app.member()
  const id = await trackWith('https://i.scdn.co/image/card')
  await addTracks(member, id)
  const { body } = await member.call<{ card: string }>('GET', `/api/profile/${member.username}`)
  const card = async () => {
    const response = await app.hono.request(`http://radr.test${body.card}`)
    const cached = response.headers.get('cache-control')
    return { cached, png: Buffer.from(await response.arrayBuffer()) }
  }
  const before = await card()
  expect(before.cached).toBe('no-cache')
  await store()
  const after = await card()
  expect(after.cached).toContain('immutable')
  expect(after.png.equals(before.png)).toBe(false)
})
