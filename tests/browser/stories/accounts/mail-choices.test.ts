import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail } from '../../mock-responses.ts'
import { menuItem, openSetting, visit } from '../../page-actions.ts'

test.describe('A reader who is not signed in', () => {
  test('switches the mail of one member off and on by the link of a mail', async ({
    page,
    seededApp,
  }) => {
    await visit(page, `/mail-choices?token=${seededApp.links.choices}`)
    await expect(page.getByRole('group', { name: 'Drops of @mira' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'By mail' })).toBeChecked()
    await page.getByRole('radio', { name: /^No mail/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText('Saved. You follow @mira without mail.')
    await page.reload()
    await expect(page.getByRole('radio', { name: /^No mail/ })).toBeChecked()
    await page.getByRole('radio', { name: 'By mail' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText(
      'Saved. Each drop comes in a mail of its own.',
    )
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('button', { name: 'Stop @mira' })).toBeVisible()
  })

  test('chooses one mail a week, and sees the time zone of the browser', async ({
    newVisitor,
    seededApp,
  }) => {
    const page = await newVisitor({ timezoneId: 'Asia/Tokyo' })
    await visit(page, `/mail-choices?token=${seededApp.links.choices}`)
    await expect(page.getByRole('radio', { name: /A mail for each drop/ })).toBeChecked()
    await page.getByRole('radio', { name: /One mail a week/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText(
      'Saved. Drops come in one mail, on Friday morning.',
    )
    await expect(page.getByText('Friday at 8 in the morning, Asia/Tokyo time')).toBeVisible()
  })
})

test('A member follows without mail from the list, and gets mail again on the profile', async ({
  as,
}) => {
  const page = await as('mira', '/following')
  await page.getByLabel('Search by username').fill('zed')
  const zed = page.getByRole('listitem').filter({ hasText: '@zed' })
  await page.getByRole('button', { name: 'More about zed' }).click()
  await menuItem(page, 'Stop drops by email').click()
  await expect(zed.getByText('You follow without mail')).toBeVisible()

  await visit(page, '/zed')
  await expect(page.getByText('You follow without mail')).toBeVisible()
  await page.getByRole('button', { name: 'Following' }).click()
  await page.getByRole('button', { name: 'Keep following, and get mail' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByText('You follow without mail')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()
})

test('A member chooses one mail a week in the settings; a choice that could not be saved is taken back', async ({
  as,
}) => {
  const page = await as('cedar-static', '/settings')
  await openSetting(page, 'Mail')
  const single = page.getByRole('radio', { name: /A mail for each drop/ })
  const weekly = page.getByRole('radio', { name: /One mail a week/ })
  await fail(page, '**/api/user/mail-frequency')
  await weekly.click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(single).toBeChecked()
  await page.unrouteAll()
  await weekly.click()
  await expect(page.getByText('Saved. Drops come in one mail, on Friday morning.')).toBeVisible()
  await page.reload()
  await openSetting(page, 'Mail')
  await expect(weekly).toBeChecked()
})
