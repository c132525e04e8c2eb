import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { post, visit } from '../../page-actions.ts'

test('Visitors find members by name after the charts', async ({ page }) => {
  await visit(page, '/charts')
  const section = page.getByRole('region', { name: 'Find members' })
  const search = section.getByRole('searchbox', { name: 'Find members' })
  const count = section.getByRole('status').filter({ hasText: /^\d+ members?$/ })
  await search.fill('IRA')
  await expect(count).toHaveText('1 member')
  await expect(section.getByRole('link', { name: '@mira' })).toBeVisible()
  await section.getByRole('button', { name: 'Follow @mira' }).click()
  await expect(page.getByRole('dialog', { name: 'Follow @mira' })).toBeVisible()
  await page.keyboard.press('Escape')
  await search.fill('nobody-at-all')
  await expect(page.getByText('Nobody is called “nobody-at-all”')).toBeVisible()
  await expect(count).toHaveText('0 members')
})

test('One search finds the people one follows and everybody else, with Follow in the row', async ({
  as,
}) => {
  const page = await as('mira', '/people')
  const search = page.getByRole('searchbox', { name: 'Search by username' })
  const own = page.getByRole('tabpanel').getByRole('list').first()
  const others = page.getByRole('region', { name: 'Everybody else' })
  await search.fill('l')
  await expect(own.getByRole('link', { name: '@solo' })).toBeVisible()
  await expect(others.getByRole('listitem').first()).toBeVisible()
  for (const name of ['@solo', '@mira'])
    await expect(others.getByRole('link', { name, exact: true })).toHaveCount(0)
  await search.fill('lunar-noo')
  await page.getByRole('button', { name: 'Follow @lunar-noon' }).click()
  await expect(own.getByRole('link', { name: '@lunar-noon' })).toBeVisible()
  await expect(others.getByText('Nobody else is called “lunar-noo”.')).toBeVisible()
  await page.request.delete('/api/users/lunar-noon/followers')
  await visit(page, '/people?search=kofi')
  await expect(own.getByRole('link', { name: '@kofi' })).toBeVisible()
})

test('Who follows nobody searches everybody', async ({ as }) => {
  const page = await as('newcomer', '/people')
  await page.getByRole('searchbox', { name: 'Search by username' }).fill('kof')
  const row = page.getByRole('listitem').filter({ hasText: '@kofi' })
  await row.getByRole('button', { name: 'Follow @kofi' }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await post(page, '/api/unfollow/kofi')
})
