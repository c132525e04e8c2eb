import { expect, test } from 'vitest'
import { addFollowers } from '../../tests/drop-audience.ts'
import { addTracks, setHiddenReason, setTrackDetails } from '../../tests/member-lists.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
import { computeCharts } from '../charts/compute-charts.job.ts'
import type { ResponseOf } from '../platform/http/endpoint.shared.ts'
import type { listTrackLists, TrackPage } from './discovery.schemas.ts'

const app = await openTestApp()
const { db } = app.context

const track = async (id: string) => {
  const { status, body } = await app.visitor().call<TrackPage>('GET', `/api/tracks/${id}`)
  expect(status).toBe(200)
  return body
}
const lists = async (id: string, after = '') => {
  const query = after && `?after=${after}`
  const { status, body } = await app
    .visitor()
    .call<ResponseOf<typeof listTrackLists>>('GET', `/api/tracks/${id}/lists${query}`)
  expect(status).toBe(200)
  return body
}

test('A track that is on a list says so at once, and no more when it is removed', async () => {
  const [one, two] = [await app.member(), await app.member()]
  await addTracks(one, 'other', 'shown')
  await addTracks(two, 'shown')
  const details = {
    title: 'A title',
    artist: 'An artist',
    artwork: null,
    color: null,
    album: 'An album',
    released: '2013-05-17',
    duration: 248,
  }
  await setTrackDetails(db, 'shown', details)
  expect(await track('shown')).toEqual({
    spotify_track_id: 'shown',
    ...details,
    gone: false,
    lists: 2,
    drops: 0,
    firstDrop: null,
    card: expect.stringMatching(/^\/cards\/tracks\/shown\/[\w-]+\.jpg$/),
  })
  expect((await lists('shown')).lists.map(({ username, rank }) => [username, rank])).toEqual([
    [two.username, 1],
    [one.username, 2],
  ])
  const { body } = await two.call<{ id: number }[]>('GET', '/api/tracks')
  await two.call('DELETE', `/api/tracks/${body[0]?.id}`)
  expect((await track('shown')).lists).toBe(1)
  expect((await lists('shown')).lists).toHaveLength(1)
})

test('A track tells in how many drops it has been and who dropped it first, counted by the charts or not', async () => {
  const [first, second] = [await app.member(), await app.member()]
  await addTracks(second, 'dropped')
  await addTracks(first, 'dropped')
  await first.call('POST', '/api/drops', {})
  const expectFirst = async (drops: number) =>
    expect(await track('dropped')).toMatchObject({
      drops,
      firstDrop: { username: first.username, drop_number: 1 },
    })
  await expectFirst(1)
  await computeCharts(db)
  await expectFirst(1)
  app.pass(day)
  await second.call('POST', '/api/drops', {})
  await expectFirst(2)
  await computeCharts(db)
  await expectFirst(2)
})

test('The lists with a track are read page by page, the most followed first', async () => {
  const followed: string[] = []
  for (let n = 0; n < 23; n++) {
    const member = await app.member()
    await addTracks(member, 'popular')
    if (n >= 3) continue
    await addFollowers(app, member.username, n + 1)
    followed.unshift(member.username)
  }
  const first = await lists('popular')
  expect(first.lists.slice(0, 3).map(({ username }) => username)).toEqual(followed)
  expect(first.lists.map(({ followerCount }) => followerCount).slice(0, 4)).toEqual([3, 2, 1, 0])
  const second = await lists('popular', first.next ?? '')
  const third = await lists('popular', second.next ?? '')
  expect([first, second, third].map(page => page.lists.length)).toEqual([10, 10, 3])
  expect(third.next).toBeNull()
  const all = [first, second, third].flatMap(page => page.lists.map(({ username }) => username))
  expect(new Set(all).size).toBe(23)
})

test('A track that nobody has had is not found, and neither is an id that cannot be one', async () => {
  const ids = ['unknown', 'with-hyphen', '%20', 'x'.repeat(65), '1;drop', '\u{1F4BF}', 'rank']
  const visitor = app.visitor()
  for (const id of ids) {
    const { status, body } = await visitor.call('GET', `/api/tracks/${encodeURIComponent(id)}`)
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'This track was not found.', code: 'not_found' })
  }
  await setTrackDetails(db, 'previewed', { gone: true })
  expect((await visitor.call('GET', '/api/tracks/previewed')).status).toBe(404)
  expect((await visitor.call('GET', '/api/tracks/a-b/lists')).status).toBe(404)
  expect((await visitor.call('GET', '/api/tracks/shown/lists?after=x')).status).toBe(400)
})

test('A hidden member counts neither in the figures of a track nor in its lists, until shown again', async () => {
  const hidden = await app.member()
  const other = await app.member()
  await addTracks(hidden, 'secret')
  await addTracks(other, 'secret')
  await hidden.call('POST', '/api/drops', {})
  app.pass(day)
  await other.call('POST', '/api/drops', {})
  await computeCharts(db)
  const figures = async () => {
    await computeCharts(db)
    const { lists: listed, drops, firstDrop } = await track('secret')
    return [listed, drops, firstDrop?.username]
  }
  const both = [2, 2, hidden.username]
  expect(await figures()).toEqual(both)
  await setHiddenReason(db, hidden.username, 'A reason.')
  expect(await figures()).toEqual([1, 1, other.username])
  expect((await lists('secret')).lists.map(({ username }) => username)).toEqual([other.username])
  await setHiddenReason(db, hidden.username, null)
  expect(await figures()).toEqual(both)
})
