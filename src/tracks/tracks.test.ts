import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addTracks, setTrackDetails } from '../../tests/member-lists.ts'
import { type Client, hour, openTestApp } from '../../tests/test-app.ts'
import type { Track } from './tracks.schemas.ts'

const app = await openTestApp()
const limited = await openTestApp({ RATE_LIMITS: 'on' })

const link = (id: string) => `https://open.spotify.com/track/${id}`
const newId = () => randomBytes(11).toString('hex')
const add = (member: Client, id = newId()) =>
  member.call<Track>('POST', '/api/tracks', { spotifyUrl: link(id) })
const list = async (member: Client) => (await member.call<Track[]>('GET', '/api/tracks')).body
const order = async (member: Client) =>
  (await list(member)).map(track => `${track.rank} ${track.spotify_track_id}`)

async function memberWith(...ids: string[]) {
  const member = await app.member()
  await addTracks(member, ...ids)
  return member
}

describe('Adding a track', () => {
  test('ranks it last and stores its plain URL', async () => {
    const member = await memberWith('first')
    const { status, body } = await member.call<Track>('POST', '/api/tracks', {
      spotifyUrl: ' <spotify:track:4uLU6hMCjMI75M1A2tKUQC> ',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      spotify_track_id: '4uLU6hMCjMI75M1A2tKUQC',
      spotify_track_url: link('4uLU6hMCjMI75M1A2tKUQC'),
      rank: 2,
      title: null,
      artist: null,
      gone: false,
      artwork: null,
      color: null,
    })
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
    expect((await list(member))[1]).toEqual(body)
  })

  test('returns title and artwork when they are known', async () => {
    const details = { title: 'A Song', artist: 'Somebody', artwork: '/c.jpg' }
    await setTrackDetails(app.context.db, 'known', details)
    const member = await memberWith('known')
    expect((await list(member))[0]).toMatchObject(details)
  })

  test('rejects the same track pasted in another form', async () => {
    const member = await memberWith('twice')
    const { status, body } = await member.call('POST', '/api/tracks', {
      spotifyUrl: 'open.spotify.com/intl-de/track/twice?si=1',
    })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      message: 'Oops! Looks like you already have that track on your Radr',
    })
    expect(await order(member)).toEqual(['1 twice'])
  })

  test('nine at the same time leaves seven, ranked 1 to 7', async () => {
    const member = await app.member()
    const answers = await Promise.all(Array.from({ length: 9 }, () => add(member)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(201), 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: 'Your Radr already has 7 tracks',
      code: 'list_full',
    })
    expect((await list(member)).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test.each([
    { spotifyUrl: 'https://open.spotify.com/album/x' },
    { spotifyUrl: 'x'.repeat(2001) },
    { spotifyUrl: 7 },
    { spotifyUrl: null },
    {},
  ])('refuses %o', async body => {
    const member = await app.member()
    const answer = await member.call('POST', '/api/tracks', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'Please enter a valid Spotify track URL',
      code: expect.any(String),
      field: 'spotifyUrl',
    })
    expect(await list(member)).toEqual([])
  })
})

test('A member can add 120 tracks an hour', async () => {
  // What is no track is refused and counted, so that only the number of attempts matters.
  const attempt = (member: Client) => add(member, '/')
  const member = await limited.member()
  // The requests are in two halves, because a hundred of one client may wait for their turn.
  const half = () => Promise.all(Array.from({ length: 61 }, () => attempt(member)))
  const responses = [...(await half()), ...(await half())]
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  expect((await attempt(await limited.member())).status).toBe(400)
  limited.pass(hour)
  expect((await attempt(member)).status).toBe(400)
})

describe('Removing a track', () => {
  test('moves the tracks after it up', async () => {
    const member = await memberWith('one', 'two', 'three')
    const [, second] = await list(member)
    expect((await member.call('DELETE', `/api/tracks/${second?.id}`)).status).toBe(204)
    expect(await order(member)).toEqual(['1 one', '2 three'])
    const again = await member.call('DELETE', `/api/tracks/${second?.id}`)
    expect(again.status).toBe(404)
    expect(again.body).toEqual({ message: 'This track was not found.', code: 'not_found' })
  })

  test('of another member responds as if it did not exist', async () => {
    const owner = await memberWith('mine')
    const [track] = await list(owner)
    const other = await app.member()
    expect((await other.call('DELETE', `/api/tracks/${track?.id}`)).status).toBe(404)
    expect(await order(owner)).toEqual(['1 mine'])
  })

  test.each([
    ['0', 400],
    ['1.5', 400],
    ['4294967296', 400],
    ['2147483647', 404],
  ])('with the id %s answers %i', async (id, status) => {
    const member = await memberWith('stays')
    expect((await member.call('DELETE', `/api/tracks/${id}`)).status).toBe(status)
    expect(await order(member)).toEqual(['1 stays'])
  })
})

describe('Reordering the list', () => {
  test('is rejected unless it names each track once with ranks 1 to n', async () => {
    const stranger = await memberWith('foreign')
    const foreign = (await list(stranger))[0]?.id ?? 0
    const member = await memberWith('one', 'two')
    const [a = 0, b = 0] = (await list(member)).map(({ id }) => id)
    const wrong = [
      { ids: [], ranks: [] },
      { ids: [a], ranks: [1] },
      { ids: [a, a], ranks: [1, 2] },
      { ids: [a, b], ranks: [1, 1] },
      { ids: [a, b], ranks: [1, 3] },
      { ids: [a, b], ranks: [0, 1] },
      { ids: [b, foreign], ranks: [1, 2] },
      { ids: [b, a, foreign], ranks: [1, 2, 3] },
      { ids: [-1, b], ranks: [1, 2] },
      { ids: [a, b], ranks: [1.5, 2] },
    ]
    for (const { ids, ranks } of wrong) {
      const tracks = ids.map((id, index) => ({ id, rank: ranks[index] }))
      const { status } = await member.call('PUT', '/api/tracks/rank', { tracks })
      expect({ tracks, status }).toEqual({ tracks, status: 400 })
    }
    expect(await order(member)).toEqual(['1 one', '2 two'])
    expect(await order(stranger)).toEqual(['1 foreign'])
  })

  test('in two ways at the same time leaves one of the two orders', async () => {
    const member = await memberWith('one', 'two', 'three')
    const [a = 0, b = 0, c = 0] = (await list(member)).map(({ id }) => id)
    const orders = [
      [c, a, b],
      [b, c, a],
    ]
    const put = (ids: number[]) =>
      member.call('PUT', '/api/tracks/rank', {
        tracks: ids.map((id, index) => ({ id, rank: index + 1 })),
      })
    const answers = await Promise.all(orders.map(put))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(orders).toContainEqual((await list(member)).map(({ id }) => id))
  })
})

test('Each change of the list, and nothing else, updates the time of its last change', async () => {
  const member = await memberWith('one', 'two')
  const updated = async () => {
    const { body } = await app
      .visitor()
      .call<{ latestTrackUpdateTime: string }>('GET', `/api/profile/${member.username}`)
    return body.latestTrackUpdateTime
  }
  const ofTracks = async () => (await list(member)).map(track => track.updated_at)
  const tracks = (await list(member)).map(({ id, rank }) => ({ id, rank }))
  const start = await updated()
  app.pass(hour)
  await member.call('PUT', '/api/tracks/rank', { tracks })
  expect(await updated()).toBe(start)
  await member.call('PUT', '/api/tracks/rank', {
    tracks: tracks.map(({ id, rank }) => ({ id, rank: 3 - rank })),
  })
  const ranked = await updated()
  expect(Date.parse(ranked)).toBeGreaterThanOrEqual(Date.parse(start) + hour)
  expect(await ofTracks()).toEqual([ranked, ranked])
  app.pass(hour)
  await member.call('DELETE', `/api/tracks/${tracks[1]?.id}`)
  const deleted = await updated()
  expect(Date.parse(deleted)).toBeGreaterThanOrEqual(Date.parse(ranked) + hour)
  expect(await ofTracks()).toEqual([deleted])
})
