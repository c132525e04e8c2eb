import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

/** A page whose clock stands still until it is told to run. */
async function openStill(path: string, who?: string): Promise<Page> {
  const page = await app.open(path, who, each => each.clock.install())
  await page.clock.pauseAt(Date.now() + 60_000)
  return page
}

test('A place of the rail says its name after 700 ms, its neighbour at once, and not after 300 ms', async () => {
  const page = await openStill('/charts', 'mira')
  const rail = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  const tooltip = page.locator('[role=tooltip]')
  await rail.getByRole('link', { name: 'Feed' }).hover()
  await page.clock.runFor(690)
  expect(await tooltip.count()).toBe(0)
  await page.clock.runFor(20)
  await tooltip.filter({ hasText: 'Feed' }).waitFor()
  await rail.getByRole('link', { name: 'My people' }).hover()
  await page.clock.runFor(10)
  await tooltip.filter({ hasText: 'My people' }).waitFor()
  await page.mouse.move(640, 400)
  await tooltip.waitFor({ state: 'detached' })
  await page.clock.runFor(310)
  await rail.getByRole('link', { name: 'Feed' }).hover()
  await page.clock.runFor(690)
  expect(await tooltip.count()).toBe(0)
})

describe('A username', () => {
  test('is asked about half a second after the last key, once it is long enough', async () => {
    const page = await openStill('/login')
    const asked = callsTo(page, '/api/username-available')
    await page.getByRole('tab', { name: 'Create Account' }).click()
    const name = page.getByLabel('Username')
    await name.fill('ab')
    await page.clock.runFor(2000)
    await name.fill('abc')
    await page.clock.runFor(490)
    await name.fill('abcd')
    await page.clock.runFor(490)
    expect(asked).toEqual([])
    const answered = page.waitForResponse('**/api/username-available')
    await page.clock.runFor(20)
    expect((await answered).request().postDataJSON()).toEqual({ username: 'abcd' })
    expect(asked).toHaveLength(1)
  })

  test('that one has already is not asked about', async () => {
    const page = await openStill('/settings', 'mira')
    const asked = callsTo(page, '/api/username-available')
    const name = page.getByLabel('Username')
    await name.fill('mira2')
    await name.fill('mira')
    await page.clock.runFor(2000)
    await name.fill('mira-two')
    const answered = page.waitForResponse('**/api/username-available')
    await page.clock.runFor(510)
    await answered
    expect(asked).toHaveLength(1)
  })
})

test('A search is made 300 ms after the last key', async () => {
  const page = await openStill('/radrs', 'boss')
  const asked = callsTo(page, '/api/admin/radrs')
  await page.getByLabel('Search by username').fill('vel')
  await page.clock.runFor(290)
  await page.getByLabel('Search by username').fill('velvet')
  await page.clock.runFor(290)
  expect(asked).toEqual([])
  const answered = page.waitForResponse('**/api/admin/radrs*')
  await page.clock.runFor(20)
  expect(new URL((await answered).url()).searchParams.get('search')).toBe('velvet')
  expect(asked).toHaveLength(1)
})

describe('A toast', () => {
  test('stays for 5 s, and only one is seen at a time', async () => {
    const page = await openStill('/settings', 'mira')
    const toasts = page.locator('[data-sonner-toast]')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await runUntil(page, toasts.filter({ hasText: 'No changes' }))
    await page.clock.runFor(4000)
    await page.getByLabel('Spotify profile URL').fill('https://example.com')
    await save.click()
    await runUntil(page, toasts.filter({ hasText: 'Invalid Spotify URL' }))
    await page.clock.runFor(1000)
    await expect.poll(() => toasts.count()).toBe(1)
    await page.clock.runFor(3700)
    expect(await toasts.count()).toBe(1)
    await page.clock.runFor(700)
    await toasts.waitFor({ state: 'detached' })
  })

  test('about a mail that was just sent stays for 8 s, about an unfollow for 3 s', async () => {
    const visitor = await openStill('/lea')
    const toasts = visitor.locator('[data-sonner-toast]')
    const ask = async () => {
      await visitor.getByRole('button', { name: 'Follow', exact: true }).click()
      const dialog = visitor.getByRole('dialog', { name: 'Follow @lea' })
      await runUntil(visitor, dialog)
      await dialog.getByLabel('Email').fill('patient@post.test')
      await dialog.getByRole('button', { name: 'Follow' }).click()
    }
    await ask()
    await runUntil(visitor, toasts.filter({ hasText: 'Check your email to confirm' }))
    await visitor.clock.runFor(6000)
    await toasts.waitFor({ state: 'detached' })
    await ask()
    await runUntil(visitor, toasts.filter({ hasText: 'Verification email already sent' }))
    await visitor.clock.runFor(7700)
    expect(await toasts.count()).toBe(1)
    await visitor.clock.runFor(900)
    await toasts.waitFor({ state: 'detached' })

    const member = await openStill('/lea', 'mira')
    const said = member.locator('[data-sonner-toast]')
    await member.getByRole('button', { name: 'Following' }).click()
    const asks = member.getByRole('alertdialog')
    await runUntil(member, asks)
    await asks.getByRole('button', { name: 'Unfollow' }).click()
    await runUntil(member, said.filter({ hasText: 'Unfollowed' }))
    await member.clock.runFor(2700)
    expect(await said.count()).toBe(1)
    await member.clock.runFor(900)
    await said.waitFor({ state: 'detached' })
  })
})

test('Following flashes for 2 s', async () => {
  const page = await openStill('/lea', 'waiting')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const flash = page.locator('.text-good\\!').getByText('Following')
  await runUntil(page, flash)
  await page.clock.runFor(1900)
  expect(await flash.count()).toBe(1)
  await page.clock.runFor(200)
  await flash.waitFor({ state: 'detached' })
})

test('A track that is there already is marked for 3 s', async () => {
  const page = await openStill('/home', 'the-night-bus')
  const own = await page.locator('article').nth(1).getByRole('link').getAttribute('href')
  await page
    .getByRole('button', { name: /Add a track/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await runUntil(page, dialog)
  await dialog.getByRole('textbox').fill(String(own))
  await dialog.getByRole('button', { name: 'Add track' }).click()
  const marked = page.locator('article.border-danger')
  await runUntil(page, marked)
  await page.clock.runFor(2900)
  expect(await marked.count()).toBe(1)
  await page.clock.runFor(200)
  await marked.waitFor({ state: 'detached' })
})

test('Home asks for changes every 5 s, for the number of drops every 3 s, for the weekly limit every minute', async () => {
  const page = await openStill('/home', 'mira')
  await page.evaluate(`{
    const ask = window.fetch
    window.asked = []
    window.open = 0
    window.fetch = async (...what) => {
      window.asked.push([new URL(what[0], location.href).pathname, Date.now()])
      window.open++
      return ask(...what).finally(() => window.open--)
    }
  }`)
  for (let second = 0; second < 122; second++) {
    await page.clock.runFor(1000)
    // An answer that is late would put off the next question.
    await expect.poll(() => page.evaluate('window.open')).toBe(0)
  }
  const asked = await page.evaluate<[string, number][]>('window.asked')
  for (const [path, seconds] of [
    ['/api/drops/has-changes', 5],
    ['/api/users/mira/drops-count', 3],
    ['/api/drops/check-weekly-limit', 60],
  ] as const) {
    const times = asked.flatMap(([pathname, at]) => (pathname === path ? [at] : []))
    expect(times.length, path).toBeGreaterThanOrEqual(2)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const gap of gaps) {
      expect(gap, path).toBeGreaterThanOrEqual(seconds * 1000)
      // A step more, where the answer came after the page's time had gone on.
      expect(gap, path).toBeLessThanOrEqual(seconds * 1000 + 1000)
    }
  }
})

/** Lets the page's time pass in small steps until this is seen. */
async function runUntil(page: Page, seen: Locator) {
  while ((await seen.count()) === 0) await page.clock.runFor(20)
}

/** The addresses asked for from now on. */
function callsTo(page: Page, path: string): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === path) asked.push(request.url())
  })
  return asked
}
