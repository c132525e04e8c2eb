import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addTracks } from '../../tests/member-lists.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { addDrops } from './add-drops.ts'
import { historyPosters } from './history-poster.ts'

const app = await openTestApp()
const limited = await openTestApp({ RATE_LIMITS: 'on' })

const get = (path: string) => app.hono.request(`http://radr.test${path}`)

async function memberWithDrops(drops: number) {
  const member = await app.member()
  for (let n = 1; n <= drops; n++) {
    await addTracks(member, `poster${n}`)
    expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
    app.pass(8 * day)
  }
  return member
}

test('From three drops on there is a poster of all of them, at a new address after each', async () => {
  const member = await memberWithDrops(2)
  const current = `/cards/drops/${member.username}/current-story.jpg`
  expect((await get(current)).status).toBe(404)
  const addresses = new Set<string>()
  for (const track of ['three', 'four']) {
    await addTracks(member, track)
    await member.call('POST', '/api/drops', {})
    app.pass(8 * day)
    const redirect = await get(current)
    expect(redirect.status).toBe(302)
    const address = redirect.headers.get('location') ?? ''
    addresses.add(address)
    const response = await get(address)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1080, height: 1920 })
  }
  expect(addresses.size).toBe(2)
})

test('More than twenty drops are drawn in a row for each year, with what was number one the longest', async () => {
  const { db, config } = app.context
  const member = await app.member()
  const { id } = await findMemberByName(db, member.username)
  const drops = Array.from({ length: 60 }, (_, week) => ({
    number: week + 1,
    created_at: new Date(Date.UTC(2025, 5, 1 + 7 * week)),
    list: week < 40 ? ['early', 'late'] : ['late', 'early'],
  }))
  await addDrops(db, id, drops)
  const { chart } = historyPosters.compose(
    await historyPosters.find(db, { username: member.username }),
    config,
  )
  expect(chart).toMatchObject([
    { year: 2025, numberOne: 'Track early' },
    { year: 2026, numberOne: 'Track late' },
  ])
  const redirect = await get(`/cards/drops/${member.username}/current-story.jpg`)
  const response = await get(redirect.headers.get('location') ?? '')
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect({ width, height }).toEqual({ width: 1080, height: 1920 })
})

test('Nobody who does not exist has a poster', async () => {
  expect((await get('/cards/drops/nobody-here/current-story.jpg')).status).toBe(404)
})

test('One address asks for 30 posters a minute, because each reads a whole history', async () => {
  const ask = async () =>
    (await limited.hono.request('/cards/drops/nobody-here/x-story.jpg')).status
  for (let n = 0; n < 30; n++) expect(await ask()).toBe(404)
  expect(await ask()).toBe(429)
})
