import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { linkTo, readOutbox } from '../../mail-reader.ts'
import { post, register, visit } from '../../page-actions.ts'

/** Safari up to 26.1 and Firefox up to 146: each link loads a document. */
const withoutNavigationApi = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['navigation', 'Navigation']) Reflect.deleteProperty(window, name)
  })

for (const how of ['by the link', 'after three seconds'])
  test(`A signed-in member without the Navigation API goes on ${how} from a new password to the login`, async ({
    page,
    newVisitor,
    seededApp: { url, outbox },
  }) => {
    const member = how === 'by the link' ? 'resets-by-link' : 'resets-and-waits'
    await withoutNavigationApi(page)
    await register(page, url, member)
    await post(page, `${url}/api/forgot-password`, { email: `${member}@mail.test` })
    const reader = readOutbox(await newVisitor(), outbox)
    await visit(
      page,
      linkTo('/reset-password', await reader.find(`${member}@mail.test`, /password/i)),
    )
    await page.getByLabel('New Password', { exact: true }).fill('battery staple')
    await page.getByLabel('Confirm Password', { exact: true }).fill('battery staple')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    const link = page.getByRole('link', { name: 'Login Now' })
    await expect(link).toBeVisible()
    if (how === 'by the link') await link.click()
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
