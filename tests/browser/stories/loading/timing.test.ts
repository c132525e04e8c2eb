import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import {
  callsTo,
  chooseInMenu,
  colorOf,
  expectGoneWithin,
  pauseClock,
  runUntilVisible,
  visit,
} from '../../page-actions.ts'

/** Opens a page whose clock then runs only when it is told to. */
async function visitPaused(page: Page, path: string) {
  await page.clock.install()
  await visit(page, path)
  await pauseClock(page)
}

test('A link of the rail shows its tooltip after 700 ms, the next link at once, and not 300 ms later', async ({
  as,
}) => {
  const page = await as('mira')
  await visitPaused(page, '/charts')
  const rail = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  const tooltip = page.locator('[role=tooltip]')
  await rail.getByRole('link', { name: 'Feed' }).hover()
  await page.clock.runFor(690)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip.filter({ hasText: 'Feed' })).toBeVisible()
  await rail.getByRole('link', { name: 'My people' }).hover()
  await page.clock.runFor(10)
  await expect(tooltip.filter({ hasText: 'My people' })).toBeVisible()
  await page.mouse.move(640, 400)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(310)
  await rail.getByRole('link', { name: 'Feed' }).hover()
  await page.clock.runFor(690)
  await expect(tooltip).toHaveCount(0)
})

test.describe('A username', () => {
  test('is checked half a second after the last key, once it is long enough', async ({ page }) => {
    await visitPaused(page, '/login')
    const calls = callsTo(page, '/api/username-available')
    await page.getByRole('tab', { name: 'Create Account' }).click()
    const name = page.getByLabel('Username')
    await name.fill('ab')
    await page.clock.runFor(2000)
    await name.fill('abc')
    await page.clock.runFor(490)
    await name.fill('abcd')
    await page.clock.runFor(490)
    expect(calls).toEqual([])
    const response = page.waitForResponse('**/api/username-available')
    await page.clock.runFor(20)
    expect((await response).request().postDataJSON()).toEqual({ username: 'abcd' })
    expect(calls).toHaveLength(1)
  })

  test('is not checked while it is the member’s own', async ({ as }) => {
    const page = await as('mira')
    await visitPaused(page, '/settings')
    const calls = callsTo(page, '/api/username-available')
    const name = page.getByLabel('Username')
    await name.fill('mira2')
    await name.fill('mira')
    await page.clock.runFor(2000)
    await name.fill('mira-two')
    const response = page.waitForResponse('**/api/username-available')
    await page.clock.runFor(510)
    await response
    expect(calls).toHaveLength(1)
  })
})

test('A search is sent 300 ms after the last key', async ({ as }) => {
  const page = await as('boss')
  await visitPaused(page, '/radrs')
  const calls = callsTo(page, '/api/admin/radrs')
  await page.getByLabel('Search by username').fill('vel')
  await page.clock.runFor(290)
  await page.getByLabel('Search by username').fill('velvet')
  await page.clock.runFor(290)
  expect(calls).toEqual([])
  const response = page.waitForResponse('**/api/admin/radrs*')
  await page.clock.runFor(20)
  expect(new URL((await response).url()).searchParams.get('search')).toBe('velvet')
  expect(calls).toHaveLength(1)
})

test('A toast stays for 5 s, and only one is shown at a time', async ({ as }) => {
  const page = await as('mira')
  await visitPaused(page, '/settings')
  const toasts = page.locator('[data-sonner-toast]')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await runUntilVisible(page, toasts.filter({ hasText: 'No changes' }))
  await page.clock.runFor(4000)
  await page.getByLabel('Spotify profile URL').fill('https://example.com')
  await save.click()
  await runUntilVisible(page, toasts.filter({ hasText: 'Invalid Spotify URL' }))
  await page.clock.runFor(1000)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(3700)
  await expect(toasts).toHaveCount(1)
  await expectGoneWithin(page, toasts, 700)
})

test('"Changes cancelled" stays for 5 s, also with the pointer left where Cancel was', async ({
  as,
}) => {
  const page = await as('haruka')
  await page.setViewportSize({ width: 900, height: 800 })
  await visitPaused(page, '/home')
  await chooseInMenu(page, 0, 'Remove track')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await runUntilVisible(page, cancel)
  await cancel.click()
  const cancelled = page.locator('[data-sonner-toast]').filter({ hasText: 'Changes cancelled' })
  await runUntilVisible(page, cancelled)
  await page.clock.runFor(4700)
  await expect(cancelled).toHaveCount(1)
  await expectGoneWithin(page, cancelled, 900)
})

test('The follow button is highlighted for 2 s after a click, and the toast of an unfollow stays for 3 s', async ({
  as,
}) => {
  const page = await as('waiting')
  await visitPaused(page, '/delta-tapes')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const following = page.getByRole('button', { name: 'Following' })
  await runUntilVisible(page, following)
  // The page's clock does not control transitions.
  await following.evaluate(each =>
    Promise.all(each.getAnimations().map(({ finished }) => finished)),
  )
  const highlighted = await colorOf(following)
  await page.clock.runFor(1900)
  expect(await colorOf(following)).toBe(highlighted)
  await page.clock.runFor(200)
  await expect.poll(() => colorOf(following)).not.toBe(highlighted)

  await following.click()
  const confirmation = page.getByRole('alertdialog')
  await runUntilVisible(page, confirmation)
  await confirmation.getByRole('button', { name: 'Unfollow' }).click()
  await runUntilVisible(page, page.getByText('Unfollowed', { exact: true }))
  const toasts = page.locator('[data-sonner-toast]')
  await page.clock.runFor(2700)
  await expect(toasts).toHaveCount(1)
  await expectGoneWithin(page, toasts, 900)
})

test('A hidden tab sends no requests, and is up to date at once when it is shown again', async ({
  as,
}) => {
  const page = await as('mira')
  let pending = 0
  page.on('request', () => pending++)
  page.on('requestfinished', () => pending--)
  page.on('requestfailed', () => pending--)
  await visitPaused(page, '/home')
  await setVisibility(page, 'hidden')
  // A call that is still pending when the tab is shown would not be made again.
  await expect.poll(() => pending).toBe(0)
  const calls: string[] = []
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  await page.clock.runFor(300_000)
  expect(calls).toEqual([])
  await setVisibility(page, 'visible')
  await expect
    .poll(() => calls)
    .toEqual(
      expect.arrayContaining([
        '/api/drops/has-changes',
        '/api/users/mira/drops-count',
        '/api/drops/check-weekly-limit',
      ]),
    )
})

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
