import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail } from '../../mock-responses.ts'
import { menuItem, post } from '../../page-actions.ts'

test.describe('A member decides about their followers', () => {
  test('by removing one, who can follow again, and by taking the list along as a file', async ({
    as,
  }) => {
    const fan = await as('ember-noon')
    await post(fan, '/api/users/ember-tapes/followers')
    const page = await as('ember-tapes', '/followers')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^followers-ember-tapes-\d{4}-\d\d-\d\d\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFEmail,Username,Status,/)

    await page.getByRole('button', { name: 'More about @ember-noon' }).click()
    await menuItem(page, 'Remove follower').click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove @ember-noon?' })
    await fail(page, '**/api/followers/*')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByText('That did not work. Please try again.')).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('@ember-noon no longer follows you')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: '@ember-noon' })).toHaveCount(0)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await post(fan, '/api/users/ember-tapes/followers')
  })

  test('by blocking one, who cannot follow until they are unblocked', async ({ as }) => {
    const page = await as('ember-tapes', '/people#followers')
    await page.getByRole('button', { name: 'More about @ember-noon' }).click()
    await menuItem(page, 'Block').click()
    const dialog = page.getByRole('alertdialog', { name: 'Block @ember-noon?' })
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('@ember-noon is blocked')).toBeVisible()

    const fan = await as('ember-noon', '/ember-tapes')
    await fan.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(
      fan.getByText('This member does not let your account follow them.').first(),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Blocked people' }).click()
    const blocked = page.getByRole('dialog', { name: 'Blocked people' })
    await expect(blocked.getByText(/^Blocked on/)).toBeVisible()
    await blocked.getByRole('button', { name: 'Unblock @ember-noon' }).click()
    await expect(blocked.getByText('You have not blocked anyone.')).toBeVisible()
    await fan.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(fan.getByRole('button', { name: 'Following' })).toBeVisible()
  })
})
