import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, fail, hang } from '../../scripts/screens-visit.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

const charts = [
  {
    tab: 'Most Followed',
    hash: '#most-followed',
    call: 'top-users',
    caption: 'The Radrs with the most followers',
    empty: 'No users found.',
    error: 'Error loading top users. Please try again later.',
  },
  {
    tab: 'Trending Tracks',
    hash: '#trending-tracks',
    call: 'top-tracks',
    caption: 'The top tracks on the Radr today',
    empty: 'No tracks found. Be the first to add tracks to your Radr!',
    error: 'Error loading top tracks. Please try again later.',
    badge: 'TOP TRACK',
  },
  {
    tab: 'All Timers',
    hash: '#most-dropped',
    call: 'most-dropped',
    caption: 'The most dropped tracks of all time',
    empty: 'No dropped tracks found yet.',
    error: 'Error loading most dropped tracks. Please try again later.',
    badge: 'MOST DROPPED',
  },
]

describe('On the charts', () => {
  test.each(charts)('$tab is a tab of its own, kept in the address', async chart => {
    const page = await app.open('/charts')
    await isChosen(page, 'Most Followed')
    await page.getByRole('tab', { name: chart.tab }).click()
    await isChosen(page, chart.tab)
    await page.getByText(chart.caption, { exact: true }).waitFor()
    if (chart.badge) await page.getByText(chart.badge, { exact: true }).waitFor()
    if (chart.hash !== '#most-followed') expect(new URL(page.url()).hash).toBe(chart.hash)
    await page.goto(`${app.url}/charts${chart.hash}`)
    await isChosen(page, chart.tab)
  })

  test('phones choose from a list instead of tabs', async () => {
    const page = await app.open('/charts')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('combobox', { name: 'Chart' }).selectOption('All Timers')
    await page.getByText('The most dropped tracks of all time').waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
  })

  test.each(charts)('$tab says when it is empty, on its way, and not to be had', async chart => {
    const calls = `**/api/charts/${chart.call}`
    const path = `/charts${chart.hash}`
    const empty = await app.arrive(path, undefined, answer(calls, []))
    await empty.getByText(chart.empty, { exact: true }).waitFor()
    const broken = await app.arrive(path, undefined, fail(calls))
    await broken.getByRole('alert').filter({ hasText: chart.error }).waitFor()
    await broken.unroute(calls)
    await broken.getByRole('button', { name: 'Try again' }).click()
    await broken.getByRole('tabpanel').getByRole('listitem').first().waitFor()
    const waiting = await app.arrive(path, undefined, hang(calls))
    await expect.poll(() => waiting.locator('.skeleton').count()).toBe(chart.badge ? 6 : 7)
  })
})

describe('In the feed', () => {
  test('drops stand under their days and go on to the end by scrolling', async () => {
    const page = await app.open('/feed', 'mira')
    expect(await page.title()).toBe('Drop Feed - Radr')
    const kofi = page.getByRole('article', { name: '@kofi' }).first()
    await kofi.getByText('61 followers').waitFor()
    const preview = (await kofi.locator('p').last().textContent()) ?? ''
    expect([...preview]).toHaveLength(121)
    expect(preview).toMatch(/…$/)
    await page.getByRole('article', { name: '@solo' }).getByText('Dropped a new Radr').waitFor()
    const end = page.getByText('No more drops to load')
    await expect
      .poll(
        async () => {
          await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
          return end.isVisible()
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    const days = await page.locator('[role=feed] > div > [aria-hidden]').allTextContents()
    for (const day of days.filter(Boolean)) expect(day).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    expect(await page.getByRole('article').count()).toBeGreaterThan(20)
    await kofi.getByRole('link', { name: '@kofi' }).click()
    await page.waitForURL('**/kofi/drops/9')
  })

  test('a button loads more where scrolling does not, five at a time', async () => {
    const page = await app.open('/feed', 'mira', blind)
    await expect.poll(() => page.getByRole('article').count()).toBe(5)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(10)
    await page.route('**/api/feed*', () => {})
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('Loading more drops...').waitFor()
  })

  test('a new drop waits behind a pill', async () => {
    const page = await app.open('/feed', 'mira', each => each.clock.install())
    await page.getByRole('article').first().waitFor()
    const quiet = await app.open('/home', 'quiet-one')
    const dropped = await quiet.request.post(`${app.url}/api/drops`, {
      headers: { origin: app.url },
      data: { note: 'At last.' },
    })
    expect(dropped.status()).toBe(201)
    const pill = page.getByRole('button', { name: /1 new drop/ })
    await expect
      .poll(
        async () => {
          await page.clock.runFor(61_000)
          return pill.isVisible()
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    await page
      .getByRole('article')
      .first()
      .and(page.getByRole('article', { name: '@kofi' }))
      .waitFor()
    await pill.click()
    await page.getByRole('article', { name: '@quiet-one' }).getByText('At last.').waitFor()
  })

  test('it says when it is empty, broken, or nobody is signed in', async () => {
    const empty = await app.open('/feed', 'newcomer')
    await empty.getByText('Your feed is empty').waitFor()
    await empty.getByRole('link', { name: 'Discover Radrs to Follow' }).click()
    await empty.waitForURL('**/charts')
    const broken = await app.arrive('/feed', 'mira', fail('**/api/feed*'))
    await broken.getByText('Unable to load feed').waitFor()
    await broken.getByRole('link', { name: 'Go to Home' }).click()
    await broken.waitForURL('**/home')
    const visitor = await app.open('/feed')
    await visitor.getByText('Sign in to see your feed').waitFor()
    expect(new URL(visitor.url()).pathname).toBe('/feed')
  })
})

describe('A drop history', () => {
  test('of another member goes back in time, day by day', async () => {
    const page = await app.open('/kofi/drops')
    await page.getByRole('heading', { name: 'Drop history: @kofi' }).waitFor()
    const drops = page.getByRole('link', { name: /^Drop #/ })
    expect((await drops.allTextContents()).map(text => /#(\d+)/.exec(text)?.[1])).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map(String),
    )
    for (const day of await page.getByRole('heading', { level: 2 }).allTextContents())
      expect(day).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    const first = page.getByRole('article').first()
    await first.getByText('61 followers').waitFor()
    expect([...((await first.locator('p').last().textContent()) ?? '')]).toHaveLength(121)
    const [tab] = await Promise.all([page.waitForEvent('popup'), drops.first().click()])
    await tab.getByRole('heading', { name: 'Drop #9' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/kofi')
  })

  test('of one’s own says so, also when it is empty or broken', async () => {
    const page = await app.open('/mira/drops', 'mira')
    await page.getByRole('heading', { name: 'Your Drops' }).waitFor()
    await page.getByText('This drop has no note').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/home')
    const empty = await app.open('/newcomer/drops', 'newcomer')
    await empty.getByText("You haven't made any drops yet.").waitFor()
    const other = await app.open('/newcomer/drops')
    await other.getByText("@newcomer hasn't made any drops yet.").waitFor()
    const broken = await app.arrive('/mira/drops', 'mira', fail('**/api/users/mira/drops'))
    await broken.getByText('Failed to load your drop history. Please try again.').waitFor()
  })
})

const isChosen = (page: Page, tab: string) =>
  page.getByRole('tab', { name: tab, selected: true }).waitFor()

/** Nothing ever comes into view for such a browser. */
const blind = (page: Page) =>
  page.addInitScript(
    'window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} }',
  )
