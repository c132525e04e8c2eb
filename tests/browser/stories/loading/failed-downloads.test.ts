import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { hold } from '../../mock-responses.ts'
import {
  chooseInMenu,
  createAccount,
  navigate,
  signIn,
  untilHydrated,
  visit,
} from '../../page-actions.ts'

test('A screen whose code failed once is had as a document, or says that it could not be loaded', async ({
  as,
}) => {
  const page = await as('mira', '/settings')
  const charts = page.getByRole('link', { name: 'Charts' }).first()
  await page.route('**/assets/charts-screen*.js', route => route.abort())
  await charts.click()
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' })
  await expect(alert).toBeVisible()
  await expect(page).toHaveURL('/charts')
  await expect(page.getByRole('heading', { name: 'Charts', level: 1 })).toBeVisible()
  await page.unroute('**/assets/charts-screen*.js')
  await alert.getByRole('link', { name: 'Reload' }).click()
  await page.getByRole('tab', { name: 'All Timers' }).click()
  await expect(page.getByText('The most dropped tracks of all time', { exact: true })).toBeVisible()
})

test('A screen whose code failed while its link was hovered is there after a click', async ({
  as,
}) => {
  const page = await as('mira', '/settings')
  const charts = page.getByRole('link', { name: 'Charts' }).first()
  const file = '**/assets/charts-screen*.js'
  await page.route(file, route => route.abort())
  const failed = page.waitForEvent('requestfailed', request => /charts-screen/.test(request.url()))
  await charts.hover()
  await failed
  await page.unroute(file)
  await charts.click()
  await expect(page.getByRole('tab', { name: 'Most Followed' })).toBeVisible()
})

test('A link clicked offline says so, and its screen loads by itself with the network', async ({
  as,
}) => {
  const page = await as('mira', '/settings')
  const offline = page
    .getByRole('alert')
    .filter({ hasText: 'You are offline. This loads when your connection is back.' })
  // The first has neither code nor data; the second has its code.
  await page.context().setOffline(true)
  await navigate(page, '/kofi')
  await expect(offline).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'kofi', level: 1 })).toBeVisible()
  await untilHydrated(page)
  await page.context().setOffline(true)
  await navigate(page, '/solo')
  await expect(offline).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'solo', level: 1 })).toBeVisible()
  await expect(offline).toHaveCount(0)
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

test('A dialog that cannot be downloaded leaves the page and its unsaved edits; trying again loads the document', async ({
  as,
}) => {
  const page = await as('haruka', '/home')
  await chooseInMenu(page, 0, 'Remove track')
  await page.route('**/assets/add-track-dialog*.js', route => route.abort())
  await chooseInMenu(page, 0, 'Swap track')
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
  const answers = page.waitForRequest(
    request => request.method() === 'HEAD' && request.url().endsWith('/home'),
  )
  await page.context().setOffline(true)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await answers
  await expect(alert).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.context().setOffline(false)
  const reloaded = page.waitForEvent('load')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await reloaded
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(alert).toHaveCount(0)
  await page.unrouteAll()
  await chooseInMenu(page, 0, 'Swap track')
  await expect(page.getByRole('dialog', { name: 'Swap track' })).toBeVisible()
})

test('A dialog whose file is gone after a deploy says that there may be a new version, and is had again', async ({
  page,
}) => {
  await visit(page, '/kofi')
  await page.route('**/assets/follow-by-email-dialog*.js', route => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'there is a new version of Radr' })
  await expect(alert).toBeVisible()
  await page.unrouteAll()
  const reloaded = page.waitForEvent('load')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await reloaded
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Follow @kofi' })).toBeVisible()
})

test('A dialog that is on its way shows that it is loading', async ({ page }) => {
  const arrive = await hold(page, '**/assets/follow-by-email-dialog*.js')
  await visit(page, '/kofi')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  arrive()
  await expect(page.getByRole('dialog', { name: 'Follow @kofi' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
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

test('The server checks a form whose rules cannot be downloaded, and two different passwords are noticed', async ({
  page,
}) => {
  await page.route('**/assets/members.schemas*.js', route => route.abort())
  await visit(page, '/login#create-account')
  await createAccount(page, 'a b')
  await expect(
    page.getByRole('alert').getByText(/^Username can only contain letters/),
  ).toBeVisible()
  await page.getByLabel('Username').fill('mistyped')
  await page.getByLabel('Confirm Password', { exact: true }).fill('other horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await signIn(page, 'mira')
  await expect(page).toHaveURL('/home')
})
