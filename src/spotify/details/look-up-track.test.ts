import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { replaceList } from '../../../tests/member-lists.ts'
import { startMockOutside } from '../../../tests/servers/mock-outside.ts'
import { addSpotify, coverOf, readTitles } from '../../../tests/servers/mock-spotify.ts'
import { day, openTestApp, runJob } from '../../../tests/test-app.ts'
import type { Context } from '../../platform/context.ts'
import { JobPostponed } from '../../platform/queue.ts'
import { lookUpTrack, requestLookUps } from './look-up-track.job.ts'
import { refreshTracks } from './refresh-tracks.job.ts'
import { createTrackSources } from './track-sources.ts'

const outside = await startMockOutside()
const service = await addSpotify(outside)
afterAll(() => outside.close())
afterEach(() => service.respondUsually())
const app = await openTestApp({ OUTSIDE_SERVICES: outside.url })
const titles = await readTitles()

/** A track that no other test has. */
function nextTrack() {
  const track = titles.pop()
  if (!track) throw new Error('There are no more titles')
  return track
}

const release = { album: 'The album', released: '2013-05-17', duration: 248 }

const order = (id: string) =>
  app.context.db.transaction().execute(trx => requestLookUps(app.context, trx, [id]))

const detailsOf = (id: string) =>
  app.context.db
    .selectFrom('track_details')
    .selectAll()
    .where('spotify_track_id', '=', id)
    .executeTakeFirst()

const once = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 120_000 })

/** A job's context, without earlier failures. */
const withSources = (context: Context) => ({
  ...context,
  trackSources: createTrackSources(context),
})
const lookUpNow = (id: string, context = app.context) =>
  runJob(lookUpTrack, withSources(context), { trackId: id })
const refresh = (context = app.context) => runJob(refreshTracks, withSources(context), {})

async function putOnList(trackId: string) {
  const { id } = await app.member()
  await replaceList(app.context.db, id, [trackId])
}

test('An added track gets its title, artist and cover shortly after', async () => {
  const { id, title, artist } = nextTrack()
  await order(id)
  await once(async () => {
    const artwork = coverOf(id)
    expect(await detailsOf(id)).toMatchObject({ title, artist, artwork, gone: false, ...release })
  })
})

test('A track is looked up once, however many members add it', async () => {
  const { id } = nextTrack()
  await order(id)
  await order(id)
  await once(async () => expect((await detailsOf(id))?.title).toBeTruthy())
  await order(id)
  expect(service.requestsFor('page', id)).toBe(1)
})

test('Adding that fails enqueues nothing', async () => {
  const { id } = nextTrack()
  const adding = app.context.db.transaction().execute(async trx => {
    await requestLookUps(app.context, trx, [id])
    throw new Error('no')
  })
  await expect(adding).rejects.toThrow('no')
  expect(await detailsOf(id)).toBeUndefined()
})

test('A track that the service has no longer keeps its last title', async () => {
  const { id, title } = nextTrack()
  await lookUpNow(id)
  service.remove(id)
  await lookUpNow(id)
  expect(await detailsOf(id)).toMatchObject({ title, gone: true })
})

test('A track that the service never had stays without a title', async () => {
  await lookUpNow('unheardof')
  expect(await detailsOf('unheardof')).toMatchObject({ title: null, artwork: null, gone: true })
})

test('What is known stays where a source that knows less responds later', async () => {
  const { id, title, artist } = nextTrack()
  await lookUpNow(id)
  service.respondWith(response => response.writeHead(503).end(), ['page'])
  await lookUpNow(id)
  expect(service.requestsFor('oembed', id)).toBe(1)
  const artwork = expect.stringContaining(id)
  expect(await detailsOf(id)).toMatchObject({ title, artist, artwork, ...release })
})

test('A failing service changes nothing and the look-up is retried', async () => {
  const { id, title } = nextTrack()
  await lookUpNow(id)
  service.respondWith(response => response.writeHead(500).end())
  // A 500 of the service is not logged as an error.
  await expect(lookUpNow(id)).rejects.toBeInstanceOf(JobPostponed)
  expect(await detailsOf(id)).toMatchObject({ title, gone: false })
})

test('Tracks in use are looked up again after a week, failed ones at the next run', async () => {
  const [used, unused, failed] = [nextTrack(), nextTrack(), nextTrack()]
  await putOnList(used.id)
  await putOnList(failed.id)
  const { db } = app.context
  await db.insertInto('track_details').values({ spotify_track_id: failed.id }).execute()
  await lookUpNow(used.id)
  await lookUpNow(unused.id)
  const times = (id: string) => service.requestsFor('page', id)

  await refresh()
  await once(async () => expect(times(failed.id)).toBe(1))
  expect(times(used.id)).toBe(1)

  app.pass(8 * day)
  await refresh()
  await once(async () => expect(times(used.id)).toBe(2))
  expect(times(unused.id)).toBe(1)
})

test('A track is looked up again however many ids wait that no source responds to', async () => {
  const { id } = nextTrack()
  await putOnList(id)
  const { db } = app.context
  const known = { spotify_track_id: id, title: 'Known', looked_up_at: new Date(0) }
  await db.insertInto('track_details').values(known).execute()
  service.respondWith(response => response.end('No track'))
  await sql`with members as (
      insert into users (username, password, email)
        select 'made-up-' || n, '', n || '@made-up.test' from generate_series(1, 100) n returning id
    ), listed as (
      insert into tracks (user_id, rank, spotify_track_id, spotify_track_url)
        select id, rank, 'madeup' || id || 'x' || rank, '' from members, generate_series(1, 7) rank
        returning spotify_track_id
    )
    insert into track_details (spotify_track_id) select spotify_track_id from listed`.execute(db)
  const isEnqueued = async () =>
    (
      await sql`select from pgboss.job where name = ${lookUpTrack.name}
        and data ->> 'trackId' = ${id}`.execute(db)
    ).rows.length > 0
  for (let hours = 0; hours < 20 && !(await isEnqueued()); hours++) await refresh()
  expect(await isEnqueued()).toBe(true)
})

test('No request is made when look-ups are switched off', async () => {
  const { id } = nextTrack()
  const off = { ...app.context, config: { ...app.context.config, outsideServices: 'off' as const } }
  await off.db.transaction().execute(trx => requestLookUps(off, trx, [id]))
  await refresh(off)
  await lookUpNow(id, off)
  expect(service.requestsFor('page', id)).toBe(0)
})
