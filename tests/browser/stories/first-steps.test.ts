import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { fail } from '../mock-responses.ts'

const card = (page: Page) => page.getByRole('region', { name: 'First steps' })
const next = (page: Page, title: string) => card(page).getByRole('link', { name: title })

test('A new member is shown what comes next, and each step leads to its place', async ({ as }) => {
  const page = await as('amber-fox', '/home')
  await expect(card(page).getByText('0 of 4 done')).toBeVisible()
  await next(page, 'Add your first track').click()
  const dialog = page.getByRole('dialog', { name: 'Add Track to Radr' })
  await dialog.getByRole('textbox').fill('https://open.spotify.com/track/5HiSc2ZCGn8L3cH3qSwzBT')
  await dialog.getByRole('textbox').press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card(page).getByText('0 of 4 done')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(card(page).getByText('1 of 4 done')).toBeVisible()
  await next(page, 'Fill all 7 places').click()
  await dialog.getByRole('textbox').fill(sixMore.join('\n'))
  await dialog.getByRole('button', { name: 'Add 6 tracks' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()

  const limit = page.waitForRequest('**/api/drops/check-weekly-limit')
  await next(page, 'Make your first drop').click()
  await limit
  await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
  await page
    .getByRole('dialog', { name: 'Drop #1 is out' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(card(page).getByText('3 of 4 done')).toBeVisible()
  await next(page, 'Get your first follower').click()
  await expect(page).toHaveURL('/followers')
})

const sixMore = ['A', 'B', 'C', 'D', 'E', 'F'].map(
  letter => `https://open.spotify.com/track/${letter.repeat(22)}`,
)

test('The first steps are closed for good, on every device', async ({ as }) => {
  const page = await as('boss', '/home')
  await fail(page, '**/api/first-steps/close')
  const close = card(page).getByRole('button', { name: 'Close for good' })
  await close.click()
  await expect(page.getByText('The first steps could not be closed')).toBeVisible()
  await page.unrouteAll()
  await close.click()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Add a track/ }).first()).toBeFocused()
  const elsewhere = await as('boss', '/home')
  await expect(elsewhere.getByRole('heading', { name: 'Your Radr' })).toBeVisible()
  await expect(card(elsewhere)).toHaveCount(0)
})
