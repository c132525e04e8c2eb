import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

test('Visitors find members by name in the charts', async ({ page }) => {
  await visit(page, '/charts')
  const search = page.getByRole('searchbox', { name: 'Find members' })
  await search.fill('IRA')
  await expect(page.getByRole('tab', { name: 'Most Followed' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '@mira' })).toBeVisible()
  await search.fill('nobody-at-all')
  await expect(page.getByText('Nobody is called “nobody-at-all”')).toBeVisible()
  await search.fill('')
  await expect(page.getByRole('tab', { name: 'Most Followed' })).toBeVisible()
})

test('Members find others by name on top of their people', async ({ as }) => {
  const page = await as('mira', '/people')
  await page.getByRole('searchbox', { name: 'Find members' }).fill('kof')
  await page.getByRole('link', { name: '@kofi', exact: true }).click()
  await expect(page).toHaveURL(/\/kofi$/)
})
