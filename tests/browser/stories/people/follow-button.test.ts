import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail, respond } from '../../mock-responses.ts'
import {
  callsTo,
  expectGoneWithin,
  navigate,
  pauseClock,
  requestFollow,
  runUntilVisible,
  visit,
} from '../../page-actions.ts'

test.describe('The follow button', () => {
  test('follows a member with one click and unfollows after a confirmation; it stays as it was when the server rejects the request', async ({
    as,
  }) => {
    const page = await as('boss', '/lea')
    await expect(page.getByText('19 followers')).toBeVisible()
    const follow = page.getByRole('button', { name: 'Follow', exact: true })
    await fail(page, '**/api/users/lea/followers')
    await follow.click()
    await expect(page.getByText('Failed to follow. Please try again.').first()).toBeVisible()
    await expect(follow).toBeVisible()
    await expect(page.getByText('19 followers')).toBeVisible()
    await page.unrouteAll()
    await follow.click()
    await expect(page.getByText('Now following!')).toBeVisible()
    await expect(page.getByText('20 followers')).toBeVisible()
    await page.getByRole('button', { name: 'Following', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfollow' }).click()
    await expect(page.getByText("You've unfollowed @lea").first()).toBeVisible()
    await expect(follow).toBeVisible()
    await expect(page.getByText('19 followers')).toBeVisible()
  })

  test('asks visitors for an email address, and to wait before a second mail within the hour', async ({
    page,
  }) => {
    await page.clock.install()
    await visit(page, '/charts')
    const reads = callsTo(page, '/api/users/lea/is-following')
    await navigate(page, '/lea')
    const dialog = await requestFollow(page, 'no address')
    await expect(dialog.getByText('Invalid email address')).toBeVisible()
    await page.keyboard.press('Escape')
    await requestFollow(page, 'new.listener@post.test')
    await expect(page.getByText('Check your email to confirm', { exact: true })).toBeVisible()
    await expect(
      page.getByText(/^Open the link in our mail to new\.listener@post\.test/),
    ).toBeVisible()
    await expect(page.getByText('19 followers')).toBeVisible()
    await page.getByRole('button', { name: 'Check your email' }).click()
    const asked = page.getByRole('dialog', { name: 'Check your email' })
    await expect(
      asked.getByText(/mail to new\.listener@post\.test\. Look under spam/),
    ).toBeVisible()
    await pauseClock(page)
    await asked.getByRole('button', { name: 'Send it again' }).click()
    const toasts = page.locator('[data-sonner-toast]')
    const title = page.getByText('Verification email already sent', { exact: true })
    await runUntilVisible(page, toasts.filter({ has: title }))
    await expect(page.getByText(/retry after 1 hour/).first()).toBeVisible()
    await page.clock.runFor(7700)
    await expect(toasts).toHaveCount(1)
    await expectGoneWithin(page, toasts, 900)
    expect(reads).toEqual([])
    await asked.getByRole('button', { name: 'Other address' }).click()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.clock.resume()
    await dialog.getByRole('button', { name: 'Follow' }).click()
    const failure = page.getByText(/^Verification email already sent\. One was sent/)
    await expect(failure).toBeVisible()
    await page.getByRole('button', { name: 'Check your email' }).click()
    await asked.getByRole('button', { name: 'Other address' }).click()
    await dialog.getByLabel('Email').fill('other.listener@post.test')
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(page.getByText(/^Open the link in our mail to other\.listener/)).toBeVisible()
    await expect(failure).toHaveCount(0, { timeout: 5000 })
  })

  test('says at its field why an email cannot follow, so that another one can be typed', async ({
    page,
  }) => {
    await visit(page, '/lea')
    const message = 'We cannot send mail to this address. Please use another one.'
    const failure = { code: 'mail_domain_blocked', message, field: 'email' }
    await respond(page, '**/api/users/lea/followers', failure, 400)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow @lea' })
    await dialog.getByLabel('Email').fill('new.listener@blocked.test')
    await dialog.getByRole('button', { name: 'Follow' }).click()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(message))
    await expect(page.getByText('Failed to follow')).toHaveCount(0)
  })

  test('says after a reload that a mail was asked for, and after confirming that drops come, until unsubscribing', async ({
    page,
    seededApp,
  }) => {
    const { follow, unsubscribe } = seededApp.links
    await visit(page, '/lea')
    await requestFollow(page, 'somebody.new@post.test')
    await expect(page.getByRole('button', { name: 'Check your email' })).toBeVisible()
    await visit(page, '/lea')
    await expect(page.getByRole('button', { name: 'Check your email' })).toBeVisible()
    await visit(page, '/kofi')
    await page.getByRole('button', { name: 'Follow', exact: true }).first().click()
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('somebody.new@post.test')

    await visit(page, `/follow/confirm?token=${follow}`)
    await page.getByRole('button', { name: 'Yes, send me the drops' }).click()
    await expect(page.getByRole('heading', { name: 'You follow @mira' })).toBeVisible()
    await visit(page, '/mira')
    await page.getByRole('button', { name: 'Following by email' }).click()
    await expect(page.getByText('You follow @mira by email.')).toBeVisible()

    await visit(page, `/unsubscribe?token=${unsubscribe}`)
    await page.getByRole('button', { name: 'Stop @mira' }).click()
    await expect(page.getByRole('heading', { name: 'No more mail' })).toBeVisible()
    await visit(page, '/mira')
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  })
})
