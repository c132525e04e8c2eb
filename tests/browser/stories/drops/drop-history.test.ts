import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail } from '../../mock-responses.ts'
import { navigate, visit } from '../../page-actions.ts'

test.describe('A drop history', () => {
  test('of another member lists the latest drop first, grouped by day, with its covers', async ({
    page,
  }) => {
    await visit(page, '/kofi/drops')
    await expect(page.getByRole('heading', { name: 'Drop history: @kofi' })).toBeVisible()
    const drops = page.getByRole('article').getByRole('link', { name: /^Drop #/ })
    expect((await drops.allTextContents()).map(text => /#(\d+)/.exec(text)?.[1])).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map(String),
    )
    for (const day of await page.getByRole('heading', { level: 2 }).allTextContents())
      expect(day).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    const first = page.getByRole('article').first()
    await expect(first.getByText('61 followers')).toBeVisible()
    await expect(first.locator('p').last()).toHaveText(/^.{120}…$/u)
    await expect(first.locator('img, [style*="radial-gradient"]')).toHaveCount(7)
    const popup = page.waitForEvent('popup')
    await drops.first().click()
    await expect((await popup).getByRole('heading', { name: 'Drop #9' })).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/kofi')
  })

  test('of a member’s own has its own words, also when it is empty or failed to load', async ({
    as,
    page: visitor,
  }) => {
    const page = await as('mira', '/mira/drops')
    await expect(page.getByRole('heading', { name: 'Your Drops' })).toBeVisible()
    await expect(page.getByText('This drop has no note')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/home')

    const newcomer = await as('newcomer', '/newcomer/drops')
    await expect(newcomer.getByText("You haven't made any drops yet.")).toBeVisible()
    await visit(visitor, '/newcomer/drops')
    await expect(visitor.getByText("@newcomer hasn't made any drops yet.")).toBeVisible()

    await visit(page, '/settings')
    await fail(page, '**/api/users/mira/drops')
    await navigate(page, '/mira/drops')
    await expect(
      page.getByText('Failed to load your drop history. Please try again.'),
    ).toBeVisible()
  })
})
