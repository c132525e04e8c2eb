import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { linkTo } from '../../mail-reader.ts'
import { post, register, visit } from '../../page-actions.ts'

/** Safari up to 26.1 and Firefox up to 146: each link loads a document. */
const withoutNavigationApi = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['navigation', 'Navigation']) Reflect.deleteProperty(window, name)
  })

test('A signed-in member without the Navigation API goes on by the link from a new password to the login', async ({
  page,
  outbox,
}) => {
  const email = 'resets-by-link@mail.test'
  await withoutNavigationApi(page)
  await register(page, 'resets-by-link')
  await post(page, '/api/forgot-password', { email })
  await visit(page, linkTo('/reset-password', await outbox.find(email, /password/i)))
  await page.getByLabel('New Password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm Password', { exact: true }).fill('battery staple')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByRole('link', { name: 'Login Now' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await page.pageErrors({ filter: 'all' })).toEqual([])
})

test('A member’s page that the browser kept is as it was after Back', async ({ as }) => {
  const page = await as('mira')
  await withoutNavigationApi(page)
  await visit(page, '/kofi')
  await page.setViewportSize({ width: 900, height: 400 })
  await page.evaluate(() => window.scrollTo(0, 250))
  // The HTML standard dispatches this for the back/forward cache, which Chromium's headless shell lacks.
  await page.evaluate(async () => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  await expect(page.getByRole('heading', { name: 'kofi' })).toBeHidden()
  const documents: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  const readAgain = page.waitForRequest('**/api/users/kofi/followers-count')
  await page.evaluate(
    () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page.getByRole('heading', { name: 'kofi' })).toBeVisible()
  await readAgain
  expect(await page.evaluate(() => window.scrollY)).toBe(250)
  expect(documents).toEqual([])
})
