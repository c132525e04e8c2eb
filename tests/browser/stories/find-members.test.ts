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

test('Members search their people in the list, and others by name after it', async ({ as }) => {
  const page = await as('mira', '/people')
  const others = page.getByRole('region', { name: 'Find members' })
  const search = others.getByRole('searchbox', { name: 'Find members' })
  const own = page.getByRole('tabpanel').getByRole('searchbox', { name: 'Search by username' })
  const yOf = async (field: typeof own) => (await field.boundingBox())?.y ?? 0
  expect(await yOf(own)).toBeLessThan(await yOf(search))
  await page.getByRole('button', { name: 'Find members' }).click()
  await expect(search).toBeFocused()
  await expect(search).toBeInViewport()
  await search.fill('kof')
  await expect(others.getByRole('link')).toHaveText(['@kofi'])
  await expect(own).toBeVisible()
  await others.getByRole('link', { name: '@kofi', exact: true }).click()
  await expect(page).toHaveURL(/\/kofi$/)
})
