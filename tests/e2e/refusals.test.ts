import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, hang } from '../../scripts/screens-visit.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

/** The server refuses and gives no reason. */
const silent = (calls: string) => answer(calls, { message: '' }, 500)
const toasted = (page: Page, title: string, description: string) =>
  page
    .locator('[data-sonner-toast]')
    .filter({ hasText: title })
    .filter({ hasText: description })
    .waitFor()
const alerted = (page: Page, words: string) =>
  page.getByRole('alert').filter({ hasText: words }).waitFor()

describe('On the login page', () => {
  test('a failure without a reason has words of ours, and without words its status', async () => {
    const page = await app.open('/login', undefined, silent('**/api/login'))
    await page.getByLabel('Email').fill('mira@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    const signIn = page.getByRole('button', { name: 'Sign In' })
    await signIn.click()
    await toasted(page, 'Login failed', 'Authentication failed')
    await alerted(page, 'Login failed. Authentication failed')
    await page.route('**/api/login', route => route.fulfill({ status: 502, body: 'Not today' }))
    await signIn.click()
    await alerted(page, 'Login failed. 502: Not today')
    await page.route('**/api/login', route => route.fulfill({ status: 503, body: '' }))
    await signIn.click()
    await alerted(page, 'Login failed. 503: Service Unavailable')
    await page.route('**/api/login', route => route.abort())
    await signIn.click()
    await alerted(page, 'No answer from the server. Check your connection and try again.')
  })

  test('a reset mail that could not be asked for is said in the dialog', async () => {
    const page = await app.open('/login', undefined, silent('**/api/forgot-password'))
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('mira@mail.test')
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await toasted(page, 'Request Failed', 'Failed to send reset email')
    await alerted(page, 'Request Failed. Failed to send reset email')
  })

  test('a reserved name is refused as it is typed, and one that was just taken when it is sent', async () => {
    const page = await app.open('/login', undefined, silent('**/api/register'))
    await page.getByRole('tab', { name: 'Create Account' }).click()
    const name = page.getByLabel('Username')
    const create = page.getByRole('button', { name: 'Create Account' })
    await name.fill('Settings')
    await page.getByText('This username is reserved and cannot be used').waitFor()
    await expect.poll(() => create.isDisabled()).toBe(true)
    await name.fill('quick-one')
    await page.getByText('This username is available').waitFor()
    await page.getByLabel('Email').fill('quick@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
    await create.click()
    await toasted(page, 'Registration failed', 'Could not create account')
    await alerted(page, 'Registration failed. Could not create account')
    const taken = {
      message: 'This username is already taken',
      code: 'username_taken',
      field: 'username',
    }
    await answer('**/api/register', taken, 409)(page)
    await create.click()
    await toasted(page, 'Username not available', 'This username is already taken')
  })
})

test('A password that could not be reset may be sent again', async () => {
  const page = await app.open(
    `/reset-password?token=${app.tokens.reset}`,
    undefined,
    silent('**/api/reset-password'),
  )
  await page.getByLabel('New Password', { exact: true }).fill('battery staple')
  await page.getByLabel('Confirm Password', { exact: true }).fill('battery staple')
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.click()
  await toasted(page, 'Reset Failed', 'Failed to reset password')
  await alerted(page, 'Reset Failed. Failed to reset password')
  await page.unrouteAll()
  await reset.click()
  await page.getByText('Your password has been successfully reset').first().waitFor()
})

describe('In the settings', () => {
  test('a name or link that could not be saved stays typed', async () => {
    const page = await app.open('/settings', 'zed', silent('**/api/user/*'))
    await page.getByLabel('Username').fill('zed-two')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const words = 'An error occurred while updating your settings'
    await toasted(page, 'Failed to update settings', words)
    await alerted(page, `Failed to update settings. ${words}`)
    expect(await page.getByLabel('Username').inputValue()).toBe('zed-two')
  })

  test('a picture that could not be saved stays in the cropper', async () => {
    const page = await app.open('/settings', 'zed', silent('**/api/user/avatar'))
    const dialog = await choosePicture(page)
    await dialog.getByRole('button', { name: 'Save image' }).click()
    const words = 'An error occurred while updating your profile image'
    await toasted(page, 'Failed to update profile image', words)
    await dialog.getByText(`Failed to update profile image. ${words}`).waitFor()
  })

  test('a browser that cannot draw says so', async () => {
    const page = await app.open('/settings', 'zed', each =>
      each.addInitScript('HTMLCanvasElement.prototype.getContext = () => null'),
    )
    const dialog = await choosePicture(page)
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.getByText('Could not create canvas context').waitFor()
  })

  test('logging out that fails says so and keeps the member signed in', async () => {
    const page = await app.open('/settings', 'zed', silent('**/api/logout'))
    const heard = page.waitForEvent('console', message => message.text() === 'heard user-logout')
    await page.evaluate(
      "window.addEventListener('user-logout', () => console.info('heard user-logout'))",
    )
    await page.getByRole('button', { name: 'Logout' }).click()
    await toasted(page, 'Logout failed', 'There was a problem logging out. Please try again.')
    expect(new URL(page.url()).pathname).toBe('/settings')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Logout' }).click()
    await heard
    await page.waitForURL('**/login')
  })
})

describe('On the list', () => {
  test('a view that could not be refreshed is said, and what was saved is shown', async () => {
    const page = await app.open('/home', 'oldnoise')
    const title = await page.locator('article h2').first().textContent()
    let asked = 0
    // The second time is after everything was saved.
    await page.route('**/api/tracks', route =>
      ++asked === 2 ? route.fulfill({ status: 500, json: { message: '' } }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Remove track' }).first().click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await toasted(page, "Changes saved, but couldn't refresh view", 'refresh')
    expect(await page.locator('article').count()).toBe(5)
    expect(await page.locator('article h2').allTextContents()).not.toContain(title)
  })

  test('a track that is gone when it is to be swapped is not swapped', async () => {
    const page = await app.open('/home', 'lea')
    await page
      .getByRole('button', { name: /Add a track/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b')
    await dialog.getByRole('button', { name: 'Add track' }).click()
    await page.getByText('Not saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Swap track' }).last().click()
    // Behind the dialog, where no hand reaches it: the track gets its lasting id.
    const save = page.getByRole('button', { name: 'Save changes', includeHidden: true })
    await save.dispatchEvent('click')
    await save.waitFor({ state: 'hidden' })
    await dialog.getByRole('textbox').fill('https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT')
    await dialog.getByRole('button', { name: 'Swap track' }).click()
    await page.getByText('Error: Could not find the track to swap').waitFor()
    expect(await page.locator('article').count()).toBe(3)
  })

  test('a test drop that fails is said in its dialog', async () => {
    const page = await app.open('/home', 'devon', silent('**/api/test-drop'))
    await page.getByRole('button', { name: 'Drop Test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Drop' })
    await dialog.getByRole('button', { name: 'Send test drop' }).click()
    const words = 'Something went wrong. Please try again.'
    await toasted(page, 'Failed to complete test drop', words)
    await dialog.getByText(`Failed to complete test drop. ${words}`).waitFor()
  })
})

test('Nobody has fewer than no followers, whatever a page still shows', async () => {
  const page = await app.arrive('/b-side', 'mira', async each => {
    await answer('**/api/users/b-side/followers-count', { followerCount: 0 })(each)
    await hang('**/api/users/b-side/followers')(each)
  })
  await page.getByText('0 followers').waitFor()
  await page.getByRole('button', { name: 'Following' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfollow' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true, includeHidden: true }).waitFor()
  await page.getByText('0 followers', { exact: true }).waitFor()
})

async function choosePicture(page: Page) {
  const create = { width: 500, height: 400, channels: 3, background: '#336699' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const file = { name: 'plain.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  return page.getByRole('dialog', { name: 'Crop your image' })
}
