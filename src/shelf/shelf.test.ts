import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addWeeklyDrops, setTrackDetails } from '../../tests/member-lists.ts'
import { openTestApp } from '../../tests/test-app.ts'
import type { Spine } from './shelf.schemas.ts'
import { shelfSize } from './shelf.shared.ts'

const app = await openTestApp()
const { db } = app.context

const trackId = (n: number) => `track${n}`.padEnd(22, '0')

/** A member with another number one every third drop. */
async function memberWithDrops(count: number) {
  const member = await app.member()
  const listOf = (n: number) => [trackId(Math.floor(n / 3)), trackId(999)]
  await addWeeklyDrops(app, member, count, listOf)
  return member
}

const shelfOf = async (username: string) =>
  (await app.visitor().call<Spine[]>('GET', `/api/users/${username}/shelf`)).body

test('A shelf has the color and title of the number one of each drop, the newest last', async () => {
  await setTrackDetails(db, trackId(0), { title: 'First', artist: 'Band', color: '0f2c57' })
  const { username } = await memberWithDrops(4)
  const [first, ...others] = await shelfOf(username)
  expect(first).toEqual({ drop_number: 1, title: 'First', color: '0f2c57' })
  expect(others.map(({ drop_number }) => drop_number)).toEqual([2, 3, 4])
  for (const { color } of others) expect(color).toMatch(/^[0-9a-f]{6}$/)
})

test('The shelf has the newest drops of a year, and empty without any', async () => {
  const { username } = await memberWithDrops(60)
  const spines = await shelfOf(username)
  expect(spines).toHaveLength(shelfSize)
  expect([spines[0]?.drop_number, spines.at(-1)?.drop_number]).toEqual([9, 60])
  expect(await shelfOf((await app.member()).username)).toEqual([])
})

test('From three drops on there is a picture of all of them, at a new URL after each', async () => {
  const get = (path: string) => app.hono.request(`http://radr.test${path}`)
  const current = (username: string) => `/cards/shelf/${username}/current-story.jpg`
  const { username } = await memberWithDrops(2)
  expect((await get(current(username))).status).toBe(404)
  const urls = new Set<string>()
  for (const drops of [3, 14, 52, 300]) {
    const redirect = await get(current((await memberWithDrops(drops)).username))
    expect(redirect.status).toBe(302)
    const url = redirect.headers.get('location') ?? ''
    urls.add(url)
    const { format, width, height } = await sharp(await (await get(url)).arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1080, height: 1920 })
  }
  expect(urls.size).toBe(4)
})
