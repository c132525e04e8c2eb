import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { chooseInMenu, signIn, visit } from '../page-actions.ts'

test('A screen that cannot be downloaded shows an error, and other screens can be opened', async ({
  as,
}) => {
  const page = await as('mira', '/settings')
  const charts = page.getByRole('link', { name: 'Charts' }).first()
  const alert = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
  await page.route('**/assets/charts-screen*.js', route => route.abort())
  await charts.click()
  await expect(alert.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await charts.click()
  await expect(alert).toBeVisible()
  await page.unroute('**/assets/charts-screen*.js')
  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('tab', { name: 'Most Followed' })).toBeVisible()
})

test('A page whose script cannot be downloaded can be read, and offers to reload', async ({
  page,
}) => {
  await page.route('**/assets/profile-screen*.js', route => route.abort())
  await page.goto('/kofi')
  await expect(page.getByRole('heading', { name: 'kofi' })).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' })
  await expect(alert).toBeVisible()
  await page.unrouteAll()
  await alert.getByRole('link', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Follow @kofi' })).toBeVisible()
})

test('A dialog that cannot be downloaded leaves the page and its unsaved edits, and can be tried again', async ({
  as,
}) => {
  const page = await as('haruka', '/home')
  await chooseInMenu(page, 0, 'Remove track')
  await page.route('**/assets/add-track-dialog*.js', route => route.abort())
  await chooseInMenu(page, 0, 'Swap track')
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Swap track' })).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('A dialog whose file is gone after a deploy says that there may be a new version, and reloads', async ({
  page,
}) => {
  await visit(page, '/kofi')
  await page.route('**/assets/follow-by-email-dialog*.js', route => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'there is a new version of Radr' })
  await expect(alert).toBeVisible()
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Follow @kofi' })).toBeVisible()
})

test('A toast that cannot be downloaded leaves no error', async ({ as }) => {
  const page = await as('haruka', '/home')
  await page.route('**/assets/dist-*.js', route => route.abort())
  const failed = page.waitForEvent('requestfailed', request =>
    /\/dist-[^/]+\.js$/.test(request.url()),
  )
  await page.route('**/api/logout', route => route.abort())
  await page.getByRole('button', { name: 'Account of haruka' }).first().click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await failed
  await expect(page.getByRole('button', { name: 'Account of haruka' }).first()).toBeVisible()
  expect(await page.pageErrors({ filter: 'all' })).toEqual([])
})

test('A form whose rules cannot be downloaded says so, and can be sent again', async ({ page }) => {
  await page.route('**/assets/members.schemas*.js', route => route.abort())
  await visit(page, '/login')
  await signIn(page, 'mira')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' }),
  ).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/home')
})
