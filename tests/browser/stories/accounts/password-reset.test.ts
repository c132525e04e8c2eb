import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { linkTo } from '../../mail-reader.ts'
import { navigate, pauseClock, signIn, visit } from '../../page-actions.ts'

test.describe('A member without the password', () => {
  test('gets a link by mail, sets a new password with it, and is signed out everywhere else', async ({
    as,
    page,
    outbox,
  }) => {
    const elsewhere = await as('ember-radio', '/home')
    await page.clock.install()

    await visit(page, '/login')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('ember-radio@mail.test')
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText('If your email is registered').first()).toBeVisible()

    const link = linkTo('/reset-password', await outbox.find('ember-radio@mail.test', /password/i))
    const token = new URL(link).searchParams.get('token') ?? ''
    const referrers: (string | undefined)[] = []
    const changes: string[] = []
    page.on('request', request => {
      // The style sheet requests fonts, from our own server.
      if (request.resourceType() !== 'font') referrers.push(request.headers().referer)
      if (request.method() !== 'GET') changes.push(request.url())
    })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await page.reload()

    const password = page.getByLabel('New Password', { exact: true })
    const again = page.getByLabel('Confirm Password', { exact: true })
    const reset = page.getByRole('button', { name: 'Reset Password' })
    await password.fill('short')
    await again.fill('short')
    await reset.click()
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
    await password.fill('x'.repeat(101))
    await expect(page.getByText('Password is too long')).toBeVisible()
    await password.fill('battery staple')
    await reset.click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    expect(changes).toEqual([])
    await again.fill('battery staple')
    await pauseClock(page)
    await reset.click()
    await expect(page.getByRole('link', { name: 'Login Now' })).toBeVisible()
    await page.clock.runFor(2900)
    await expect(page.getByText('Your password has been successfully reset').first()).toBeVisible()
    await expect(page.getByText('Password Changed', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login Now' })).toBeVisible()
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/login')
    await page.clock.resume()
    expect(referrers.filter(referrer => referrer?.includes(token))).toEqual([])

    // The other browser may have noticed before.
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login(#signed-out)?$/)
    await signIn(page, 'ember-radio')
    await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
    await signIn(page, 'ember-radio', 'battery staple')
    await expect(page).toHaveURL('/home')

    await page.goto(link)
    await expect(page.getByText('The password reset link is invalid or has expired')).toBeVisible()
  })

  test('sees what is wrong with a link and finds the way back to the login', async ({ page }) => {
    await visit(page, '/reset-password')
    await expect(page.getByText('No reset token found in URL')).toBeVisible()
    await visit(page, '/reset-password?token=invented')
    await expect(page.getByText('The password reset link is invalid or has expired')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/login')

    await page.route('**/api/verify-reset-token*', route => route.abort())
    await navigate(page, '/reset-password?token=later')
    await expect(page.getByText('Error verifying reset token. Please try again.')).toBeVisible()
    await page.unroute('**/api/verify-reset-token*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The password reset link is invalid or has expired')).toBeVisible()
  })
})
