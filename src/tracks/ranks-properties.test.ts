import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../tests/random-runs.ts'
import { type Client, openTestApp } from '../../tests/test-app.ts'
import type { Track } from './tracks.schemas.ts'
import { maxTracks } from './tracks.shared.ts'

const app = await openTestApp()

/** What a member does next; numbers pick from the list as it is then. */
type Step =
  | { does: 'add'; track: number }
  | { does: 'delete'; at: number }
  | { does: 'rank'; seeds: number[]; broken: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('add' as const), track: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), at: fc.nat(8) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('rank' as const),
      seeds: fc.array(fc.nat(99), { minLength: maxTracks, maxLength: maxTracks }),
      broken: fc.boolean(),
    }),
  },
)

test('Any sequence of adding, removing and reordering leaves at most seven tracks, ranked from 1 without a gap', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 3, maxLength: 25 }),
    fc.boolean(),
    async (steps, atOnce) => {
      const member = await app.member()
      if (atOnce) await Promise.all(steps.map(step => take(member, step)))
      else for (const step of steps) await take(member, step)
      const list = await listOf(member)
      expect(list.length).toBeLessThanOrEqual(maxTracks)
      expect(list.map(({ rank }) => rank)).toEqual(list.map((_, index) => index + 1))
      expect(new Set(list.map(track => track.spotify_track_id)).size).toBe(list.length)
    },
  )
  await fc.assert(property, { numRuns: randomRuns(25) })
})

test('The order that a member sets is the order that is returned', async () => {
  const member = await app.member()
  for (let track = 0; track < maxTracks; track++) await take(member, { does: 'add', track })
  const ids = (await listOf(member)).map(({ id }) => id)
  const order = fc.shuffledSubarray(ids, { minLength: maxTracks, maxLength: maxTracks })
  const property = fc.asyncProperty(order, async order => {
    const tracks = order.map((id, index) => ({ id, rank: index + 1 }))
    const { status, body } = await member.call<Track[]>('PUT', '/api/tracks/rank', { tracks })
    expect([status, body.map(({ id }) => id)]).toEqual([200, order])
    expect(await listOf(member)).toEqual(body)
  })
  await fc.assert(property, { numRuns: randomRuns(20) })
})

const listOf = async (member: Client) => (await member.call<Track[]>('GET', '/api/tracks')).body

async function take(member: Client, step: Step) {
  const { status } = await request(member, step)
  expect([200, 201, 204, 400, 404, 409]).toContain(status)
}

async function request(member: Client, step: Step) {
  if (step.does === 'add') {
    const spotifyUrl = `https://open.spotify.com/track/7ouMYWpwJ422jRcDASZB7${step.track}`
    return member.call('POST', '/api/tracks', { spotifyUrl })
  }
  const list = await listOf(member)
  if (step.does === 'delete') {
    const id = list[step.at]?.id ?? 2_000_000_000
    return member.call('DELETE', `/api/tracks/${id}`)
  }
  const order = list.toSorted(
    (a, b) => (step.seeds[a.rank - 1] ?? 0) - (step.seeds[b.rank - 1] ?? 0),
  )
  const tracks = order.map(({ id }, index) => ({ id, rank: index + (step.broken ? 0 : 1) }))
  return member.call('PUT', '/api/tracks/rank', { tracks })
}
