import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { linkTo } from '../../mail-reader.ts'
import { openSetting, register, signIn, visit } from '../../page-actions.ts'

test.describe('In the settings', () => {
  test('a member changes the username, and the old URL redirects to the new one', async ({
    as,
    page: visitor,
  }) => {
    const page = await as('amber-radio', '/settings')
    await expect(page).toHaveTitle('Settings - Radr')
    const username = page.getByLabel('Username')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await expect(page.getByText('No changes', { exact: true })).toBeVisible()
    await expect(page.getByText("You haven't made any changes to save.")).toBeVisible()

    await username.fill('oc')
    await save.click()
    await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
    await username.fill('Kofi')
    await expect(page.getByText('This username is already taken')).toBeVisible()
    await save.click()
    await expect(page.getByText('Username unavailable')).toBeVisible()
    // Keyboards of phones leave a space at the end.
    await username.fill('renamed ')
    await expect(
      page.getByText('This username would be part of your public Radr URL: /renamed'),
    ).toBeVisible()
    await expect(page.getByText('This username is available')).toBeVisible()
    await save.click()
    await expect(page.getByText('Your user settings have been updated successfully')).toBeVisible()
    await expect(page.getByText('Signed in as @renamed.')).toBeVisible()
    await expect(username).toHaveValue('renamed')
    await expect(username).toHaveAttribute('autocomplete', 'off')

    await visitor.goto('/amber-radio')
    await expect(visitor).toHaveURL('/renamed')
    await expect(visitor).toHaveTitle('The Radr - renamed')
  })

  test('a member is reminded of the next drop, also on the day when it is open, until they switch it off', async ({
    as,
  }) => {
    const page = await as('velvet-noon', '/home')
    await expect(page.getByRole('heading', { name: 'Your Radr' })).toBeVisible()
    const reminder = page.getByRole('switch', { name: 'Remind me when the next drop opens' })
    await expect(reminder).toHaveCount(0)
    await visit(page, '/settings#mail')
    for (const isOn of [true, false]) {
      const saved = page.waitForResponse('**/api/drops/reminder')
      await page.getByText('Remind me when the next drop opens').click()
      await saved
      await expect(reminder).toBeChecked({ checked: isOn })
      await expect(page.getByText(/once a week at most/)).toHaveCount(isOn ? 1 : 0)
      await page.reload()
      await expect(reminder).toBeChecked({ checked: isOn })
    }
  })

  test('a member links a streaming profile, in whatever form the link is pasted', async ({
    as,
  }) => {
    const page = await as('amber-tapes', '/settings')
    const link = page.getByLabel('Spotify profile URL')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await link.fill('https://open.spotify.com/artist/1')
    await save.click()
    await expect(page.getByText('Invalid Spotify URL', { exact: true })).toBeVisible()
    const words = 'Please enter a valid Spotify profile URL (open.spotify.com/user/...)'
    await expect(page.getByText(words).first()).toBeVisible()
    await link.fill(' open.spotify.com/user/wizzler?si=1 ')
    await save.click()
    await expect(page.getByText('Settings updated', { exact: true })).toBeVisible()
    await expect(link).toHaveValue('https://open.spotify.com/user/wizzler')
    await visit(page, '/amber-tapes')
    await expect(page.locator('a[href="https://open.spotify.com/user/wizzler"]')).toBeVisible()
  })

  test('the email is shown, cannot be changed, and its confirmation mail can be requested again', async ({
    page,
    outbox,
  }) => {
    await register(page, 'unproven')
    await visit(page, '/settings')
    const email = page.getByLabel('Email')
    await expect(email).toHaveValue('unproven@mail.test')
    await expect(email).not.toBeEditable()
    await expect(
      page.getByText('Your account email cannot be changed', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Not confirmed', { exact: true })).toBeVisible()
    await expect(page.getByText('Confirm unproven@mail.test to get drops by email.')).toBeVisible()
    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await expect(
      page.getByText('A confirmation email was requested a short while ago'),
    ).toBeVisible()

    const mail = await outbox.find('unproven@mail.test', /confirm/i)
    const confirmation = await page.context().newPage()
    await visit(confirmation, linkTo('/email/confirm', mail))
    await confirmation.getByRole('button', { name: 'Confirm address' }).click()
    await expect(
      confirmation.getByRole('heading', { name: 'Your address is confirmed' }),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the mail again' })).toHaveCount(0)
  })

  test('the chosen theme is in the HTML of the next page, and outlasts the session', async ({
    as,
    page: other,
  }) => {
    const page = await as('amber-noon', '/settings')
    await openSetting(page, 'Theme')
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    await page.getByRole('radio', { name: 'System' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    for (const path of ['/settings', '/amber-noon']) {
      expect(await htmlOf(page, path)).toContain('<html lang="en" data-theme="dark">')
    }
    await visit(page, '/kofi')
    const around = page.locator('meta[name="theme-color"]')
    await expect(around).toHaveCount(2)
    for (const color of [around.first(), around.last()])
      await expect(color).not.toHaveAttribute('media')
    await expect(around.first()).not.toHaveAttribute('content', '#0b1124')
    await expect(around.last()).toHaveAttribute('content', '#0b1124')
    await visit(page, '/settings')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await htmlOf(page, '/charts')).toContain('<html lang="en" data-theme="dark">')
    expect(await htmlOf(other, '/charts')).toContain('<html lang="en">')

    await visit(page, '/login')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await signIn(page, 'amber-noon')
    await expect(page).toHaveURL('/home')
    await visit(page, '/settings')
    await openSetting(page, 'Theme')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await page.getByText('System', { exact: true }).click()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
  })
})

const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text()
