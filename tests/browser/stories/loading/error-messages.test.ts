import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { respond } from '../../mock-responses.ts'
import {
  chooseInMenu,
  choosePicture,
  createAccount,
  editedTitles,
  signIn,
  visit,
} from '../../page-actions.ts'

/** The server fails and gives no reason. */
const failSilently = (page: Page, calls: string) => respond(page, calls, { message: '' }, 500)

const expectToast = (page: Page, title: string, description: string) =>
  expect(
    page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: description }),
  ).toBeVisible()

const expectAlert = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()

test('On the login page failures without a reason have default messages, and those without a body their status', async ({
  page,
}) => {
  await failSilently(page, '**/api/login')
  await visit(page, '/login')
  await signIn(page, 'mira')
  await expectToast(page, 'Login failed', 'Authentication failed')
  await expectAlert(page, 'Login failed. Authentication failed')
  const sendAgain = page.getByRole('button', { name: 'Sign In' })
  await page.route('**/api/login', route => route.fulfill({ status: 502, body: 'Not today' }))
  await sendAgain.click()
  await expectAlert(page, 'Login failed. 502: Not today')
  await page.route('**/api/login', route => route.fulfill({ status: 503, body: '' }))
  await sendAgain.click()
  await expectAlert(page, 'Login failed. 503: Service Unavailable')
  await page.route('**/api/login', route => route.abort())
  await sendAgain.click()
  await expectAlert(page, 'No answer from the server. Check your connection and try again.')

  await failSilently(page, '**/api/forgot-password')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('mira@mail.test')
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await expectToast(page, 'Request Failed', 'Failed to send reset email')
  await expectAlert(page, 'Request Failed. Failed to send reset email')
  await page.keyboard.press('Escape')

  await failSilently(page, '**/api/register')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  const name = page.getByLabel('Username')
  const create = page.getByRole('button', { name: 'Create Account' })
  await name.fill('Settings')
  await expect(page.getByText('This username is reserved and cannot be used')).toBeVisible()
  await expect(create).toBeDisabled()
  await createAccount(page, 'quick-one')
  await expectToast(page, 'Registration failed', 'Could not create account')
  await expectAlert(page, 'Registration failed. Could not create account')
  const message = 'This username is already taken'
  const taken = { message, code: 'username_taken', field: 'username' }
  await respond(page, '**/api/register', taken, 409)
  await create.click()
  await expectToast(page, 'Username not available', 'This username is already taken')
})

test('A password that could not be reset can be sent again', async ({ page, seededApp }) => {
  await failSilently(page, '**/api/reset-password')
  await visit(page, `/reset-password?token=${seededApp.links.reset}`)
  await page.getByLabel('New Password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm Password', { exact: true }).fill('battery staple')
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.click()
  await expectToast(page, 'Reset Failed', 'Failed to reset password')
  await expectAlert(page, 'Reset Failed. Failed to reset password')
  await page.unrouteAll()
  await reset.click()
  await expect(page.getByText('Your password has been successfully reset').first()).toBeVisible()
})

test('In the settings what could not be saved stays where it was entered, and a failed logout is reported', async ({
  as,
}) => {
  const page = await as('amber-parade')
  await failSilently(page, '**/api/user/*')
  await visit(page, '/settings')
  await page.getByLabel('Username').fill('zed-two')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const words = 'An error occurred while updating your settings'
  await expectToast(page, 'Failed to update settings', words)
  await expectAlert(page, `Failed to update settings. ${words}`)
  await expect(page.getByLabel('Username')).toHaveValue('zed-two')

  await choosePicture(page)
  const dialog = page.getByRole('dialog', { name: 'Crop your image' })
  const save = dialog.getByRole('button', { name: 'Save image' })
  await save.click()
  const wordsOfPicture = 'An error occurred while updating your profile image'
  await expectToast(page, 'Failed to update profile image', wordsOfPicture)
  await expect(dialog.getByText(`Failed to update profile image. ${wordsOfPicture}`)).toBeVisible()
  await page.evaluate('HTMLCanvasElement.prototype.getContext = () => null')
  await save.click()
  await expect(dialog.getByText('Could not create canvas context')).toBeVisible()
  await page.keyboard.press('Escape')

  await failSilently(page, '**/api/logout')
  const event = page.waitForEvent('console', message => message.text() === 'user-logout')
  await page.evaluate("window.addEventListener('user-logout', ({ type }) => console.info(type))")
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logout failed', 'There was a problem logging out. Please try again.')
  await expect(page).toHaveURL('/settings')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Logout' }).click()
  await event
  await expect(page).toHaveURL('/login')
})

test.describe('On the list', () => {
  test('a view that could not be refreshed after saving is reported, and shows what was saved', async ({
    as,
  }) => {
    const page = await as('cedar-noon')
    const titles = editedTitles(page)
    await visit(page, '/home')
    await expect(titles).toHaveCount(6)
    const [removed = ''] = await titles.allTextContents()
    let requests = 0
    // The second request is made after everything was saved.
    await page.route('**/api/tracks', route =>
      ++requests === 2 ? route.fulfill({ status: 500, json: { message: '' } }) : route.continue(),
    )
    await chooseInMenu(page, 0, 'Remove track')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, "Changes saved, but couldn't refresh view", 'refresh')
    await expect(titles).toHaveCount(5)
    expect(await titles.allTextContents()).not.toContain(removed)
  })

  test('a failed test drop is reported in its dialog', async ({ as }) => {
    const page = await as('devon')
    await failSilently(page, '**/api/test-drop')
    await visit(page, '/home')
    await page.getByRole('button', { name: 'Drop Test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Drop' })
    await dialog.getByRole('button', { name: 'Send test drop' }).click()
    const words = 'Something went wrong. Please try again.'
    await expectToast(page, 'Failed to complete test drop', words)
    await expect(dialog.getByText(`Failed to complete test drop. ${words}`)).toBeVisible()
  })
})
