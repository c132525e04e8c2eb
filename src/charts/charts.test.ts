import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { addFollowers } from '../../tests/drop-audience.ts'
import { deleteAccount } from '../../tests/member-actions.ts'
import { replaceList, setHiddenReason, setTrackDetails } from '../../tests/member-lists.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { addDrops } from '../drops/add-drops.ts'
import type { ChartTrack, ChartUser } from './charts.schemas.ts'
import { chartLength, computeCharts, computeChartsJob } from './compute-charts.job.ts'

const app = await openTestApp()
const { db } = app.context

const chart = async <T>(name: string) => {
  const { status, body } = await app.visitor().call<T[]>('GET', `/api/charts/${name}`)
  expect(status).toBe(200)
  return body
}
const users = () => chart<ChartUser>('top-users')
const names = async () => (await users()).map(({ username }) => username)
/** Each as "id: count". */
const tracks = async (name: 'top-tracks' | 'most-dropped') =>
  (await chart<ChartTrack>(name)).map(({ spotify_track_id: id, count }) => `${id}: ${count}`)
const compute = () => computeCharts(db)

/** A member who registered on that day of January, as a row. */
async function addUser(username: string, day = 1): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      email: `${username}@x.test`,
      password: '',
      created_at: new Date(Date.UTC(2026, 0, day)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addDrop(userId: number, number: number, list: string[]) {
  const created_at = new Date(Date.UTC(2026, 1, number))
  await addDrops(db, userId, [{ number, created_at, list }])
}

test('The charts are computed when the app starts, and again by the job', async () => {
  const rowVersion = async () =>
    (await sql<{ version: string }>`select xmin::text as version from charts`.execute(db)).rows[0]
      ?.version
  await expect.poll(rowVersion).toBeDefined()
  await drainQueue(app, 'compute-charts')
  expect(await users()).toEqual([])
  const first = await rowVersion()
  await db.transaction().execute(trx => app.context.queue.send(computeChartsJob, {}, trx))
  await expect.poll(rowVersion).not.toBe(first)
})

describe('Most followed', () => {
  test('ranks by confirmed followers, ties by the time of registration', async () => {
    await addUser('late', 3)
    await addUser('early', 2)
    const top = await addUser('top', 9)
    await addFollowers(app, 'late', 1)
    await addFollowers(app, 'early', 1)
    await addFollowers(app, 'top', 2)
    await addDrop(top, 1, ['A'])
    await compute()
    expect((await names()).slice(0, 3)).toEqual(['top', 'early', 'late'])
    expect((await users())[0]).toEqual({
      id: top,
      username: 'top',
      avatar: null,
      followerCount: 2,
      dropCount: 1,
      created_at: '2026-01-09T00:00:00.000Z',
      tracks: [],
    })
  })

  test('shows a new username before the next computation', async () => {
    const id = await addUser('before')
    await addFollowers(app, 'before', 9)
    await compute()
    expect((await names())[0]).toBe('before')
    await db.updateTable('users').set({ username: 'after' }).where('id', '=', id).execute()
    expect((await names())[0]).toBe('after')
  })

  test('shows a list as it is now', async () => {
    const id = await addUser('listed')
    await addFollowers(app, 'listed', 99)
    await compute()
    await replaceList(db, id, ['A', 'B', 'C', 'D'])
    const unknown = { title: null, artist: null, artwork: null, color: null, gone: false }
    expect((await users())[0]).toMatchObject({
      id,
      tracks: ['A', 'B', 'C', 'D'].map(spotify_track_id => ({ spotify_track_id, ...unknown })),
    })
    await replaceList(db, id, [])
  })

  test(`has ${chartLength} entries, and nobody without followers and drops`, async () => {
    await addUser('nobody')
    for (let n = 0; n < chartLength; n++) {
      await addUser(`crowd${n}`)
      await addFollowers(app, `crowd${n}`, 1)
    }
    await compute()
    expect(await users()).toHaveLength(chartLength)
    expect(await names()).not.toContain('nobody')
  })
})

test('Trending counts the lists that a track is on now, ties by which was on a list first', async () => {
  const [one, two] = [await addUser('lister1'), await addUser('lister2')]
  await replaceList(db, one, ['T2', 'T1', 'T3'])
  await replaceList(db, two, ['T3', 'T4'])
  await compute()
  expect(await tracks('top-tracks')).toEqual(['T3: 2', 'T2: 1', 'T1: 1', 'T4: 1'])
  await replaceList(db, two, [])
  await compute()
  expect(await tracks('top-tracks')).toEqual(['T2: 1', 'T1: 1', 'T3: 1'])
})

test('All timers counts each drop once, however often it is computed', async () => {
  const id = await addUser('dropper')
  await addDrop(id, 2, ['D1', 'D2'])
  await addDrop(id, 3, ['D2', 'D3'])
  const ours = async () => (await tracks('most-dropped')).filter(track => track.startsWith('D'))
  await compute()
  await compute()
  expect(await ours()).toEqual(['D2: 2', 'D1: 1', 'D3: 1'])
  await addDrop(id, 4, ['D3', 'D1'])
  await addDrop(id, 5, ['D3'])
  await compute()
  expect(await ours()).toEqual(['D3: 3', 'D1: 2', 'D2: 2'])
})

test('The drops of a deleted account are not counted any more, whenever the charts are computed', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  for (const { id } of [ann, ben]) await addDrop(id, 6, ['E1'])
  await compute()
  const ours = async () => (await tracks('most-dropped')).filter(track => track.startsWith('E'))
  expect(await ours()).toEqual(['E1: 2'])
  await deleteAccount(app, ann)
  await compute()
  expect(await ours()).toEqual(['E1: 1'])
})

test('Chart tracks have title, artist and artwork as soon as they are known', async () => {
  const id = await addUser('known')
  for (let n = 10; n < 20; n++) await addDrop(id, n, ['K'])
  await compute()
  const first = async () => (await chart<ChartTrack>('most-dropped'))[0]
  const unknown = { title: null, artist: null, artwork: null, color: null, gone: false }
  expect(await first()).toEqual({ spotify_track_id: 'K', count: 10, ...unknown })
  const known = {
    title: 'Song',
    artist: 'Band',
    artwork: 'https://i.scdn.co/image/1',
    color: '1e3a6e',
  }
  await setTrackDetails(db, 'K', known)
  expect(await first()).toEqual({ spotify_track_id: 'K', count: 10, ...known, gone: false })
})

test('The lists and drops of a hidden member count in no chart, until the member is shown again', async () => {
  const id = await addUser('hidden')
  await replaceList(db, id, ['h1'])
  await addDrop(id, 1, ['h1', 'h2'])
  const counts = async () => {
    await compute()
    const charts = await Promise.all([tracks('top-tracks'), tracks('most-dropped')])
    return charts.map(chart => chart.filter(track => track.startsWith('h')))
  }
  const shown = [['h1: 1'], ['h1: 1', 'h2: 1']]
  expect(await counts()).toEqual(shown)
  await setHiddenReason(db, 'hidden', 'A reason.')
  expect(await counts()).toEqual([[], []])
  await setHiddenReason(db, 'hidden', null)
  expect(await counts()).toEqual(shown)
})
