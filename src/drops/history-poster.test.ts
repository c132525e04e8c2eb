import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { addTracks, addWeeklyDrops } from '../../tests/member-lists.ts'
import { day, openTestApp } from '../../tests/test-app.ts'
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

test('From three drops on there is a poster of all of them, at a new URL after each', async () => {
  const member = await memberWithDrops(2)
  const current = `/cards/drops/${member.username}/current-story.jpg`
  expect((await get(current)).status).toBe(404)
  const urls = new Set<string>()
  for (const track of ['three', 'four']) {
    await addTracks(member, track)
    await member.call('POST', '/api/drops', {})
    app.pass(8 * day)
    const redirect = await get(current)
    expect(redirect.status).toBe(302)
    const url = redirect.headers.get('location') ?? ''
    urls.add(url)
    const response = await get(url)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1080, height: 1920 })
  }
  expect(urls.size).toBe(2)
})

/** The drawn chart of a member's poster. */
async function chartOf({ username }: { username: string }) {
  const { db, config } = app.context
  const content = await historyPosters.find(db, { username })
  const card = historyPosters.compose(content, config)
  return (await historyPosters.addDrawing?.(db, content, card))?.chart
}

test('More than twenty drops are drawn in a row for each year, with what was number one the longest', async () => {
  const member = await app.member()
  const listOf = (week: number) => (week < 40 ? ['early', 'late'] : ['late', 'early'])
  await addWeeklyDrops(app, member, 60, listOf, { begin: Date.UTC(2025, 5, 1) })
  expect(await chartOf(member)).toMatchObject({
    rows: [
      { year: 2025, numberOne: 'Track early' },
      { year: 2026, numberOne: 'Track late' },
    ],
  })
  const redirect = await get(`/cards/drops/${member.username}/current-story.jpg`)
  const response = await get(redirect.headers.get('location') ?? '')
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect({ width, height }).toEqual({ width: 1080, height: 1920 })
})

test('Nobody who does not exist has a poster', async () => {
  expect((await get('/cards/drops/nobody-here/current-story.jpg')).status).toBe(404)
})

test('A poster has lines however many years it is of', async () => {
  for (const years of [2, 16, 26]) {
    const drops = Math.min(520, years * 52)
    const weeks = Math.ceil((years * 52) / drops)
    const begin = Date.UTC(2000, 0, 1)
    const member = await app.member()
    await addWeeklyDrops(app, member, drops, undefined, { begin, weeks })
    const chart = await chartOf(member)
    const rows = chart && 'rows' in chart ? chart.rows : []
    expect(rows).toHaveLength(Math.min(12, years))
    const last = new Date(begin + 7 * weeks * (drops - 1) * day)
    expect(rows.at(-1)?.year).toBe(last.getUTCFullYear())
    for (const { height, lines } of rows) {
      expect(height).toBeGreaterThanOrEqual(18)
      expect(lines).toHaveLength(2)
      expect(lines.every(({ path }) => path.includes('C'))).toBe(true)
    }
  }
})

test('A URL that only redirects reads no ranks, and a poster is drawn once', async () => {
  const drawing = vi.spyOn(historyPosters, 'addDrawing')
  const member = await app.member()
  await addWeeklyDrops(app, member, 30, n => [`t${n}`, 'u'])
  const current = `/cards/drops/${member.username}/current-story.jpg`
  const locations = await Promise.all(
    [1, 2, 3].map(async () => (await get(current)).headers.get('location') ?? ''),
  )
  expect(new Set(locations).size).toBe(1)
  expect(drawing).not.toHaveBeenCalled()
  for (let n = 0; n < 3; n++) expect((await get(locations[0] ?? '')).status).toBe(200)
  expect(drawing).toHaveBeenCalledTimes(1)
  drawing.mockRestore()
})

test('Drawing a poster costs as much work as twenty pages and a drawing', async () => {
  const member = await limited.member()
  await addWeeklyDrops(limited, member, 3)
  const ask = (file: string) => limited.hono.request(`/cards/drops/${member.username}/${file}`)
  const file = (await ask('current-story.jpg')).headers.get('location')?.split('/').at(-1) ?? ''
  // The budget has less left than the 115 of a poster, and more than the 20 of another card.
  limited.context.budget.spend('local', 2_880)
  expect((await ask('current-story.jpg')).status).toBe(302)
  expect((await ask(file)).status).toBe(429)
  expect((await ask('1/current.jpg')).status).toBe(302)
})
