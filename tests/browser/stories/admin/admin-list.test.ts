import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail, respond } from '../../mock-responses.ts'
import { menuItem, navigate, visit } from '../../page-actions.ts'

test.describe('The list of all members', () => {
  test('is searched, sorted and paged by administrators', async ({ as }) => {
    const page = await as('boss')
    // Other tests register members.
    const { total } = await (await page.request.get('/api/admin/radrs')).json()
    const lastPage = String(Math.ceil(total / 10))
    await visit(page, '/home')
    await page.getByRole('button', { name: 'Account of boss' }).click()
    await page.getByRole('link', { name: 'All Radrs' }).click()
    await expect(page.getByRole('heading', { name: 'All Radrs' })).toBeVisible()
    await expect(page.getByText('Admin', { exact: true })).toBeVisible()
    await expect(page.getByText(`1–10 of ${total} Radrs`)).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages of Radrs' })
    const shown = pages.getByRole('listitem').filter({ hasText: /./ })
    await expect(shown).toHaveText(['1', '2', '3', '4', '5', '…', lastPage])
    await pages.getByRole('button', { name: 'Page 5' }).click()
    await expect(page.getByText(`41–50 of ${total} Radrs`)).toBeVisible()
    await expect(shown).toHaveText(['1', '…', '4', '5', '6', '…', lastPage])
    const sort = page.getByRole('combobox')
    await expect(sort.locator('option')).toHaveText([
      'Created At',
      'Username',
      'Follower Count',
      'Drop Count',
      'Last Drop Date',
    ])
    await sort.selectOption('Follower Count')
    const first = page.getByRole('main').getByRole('listitem').first()
    await expect(first.getByText('@kofi')).toBeVisible()
    await expect(first.getByText('63 followers')).toBeVisible()
    await expect(first.getByText('9 drops')).toBeVisible()
    await expect(first.getByText(/^Last drop: /)).toBeVisible()
    await page.getByRole('button', { name: 'Descending' }).click()
    await expect(first.getByText('0 followers')).toBeVisible()
    await page.getByRole('button', { name: 'Ascending' }).click()
    await expect(first.getByText('@kofi')).toBeVisible()
    await page.getByRole('button', { name: 'More about kofi' }).click()
    const popup = page.waitForEvent('popup')
    await menuItem(page, 'Visit Radr').click()
    const tab = await popup
    await expect(tab.getByRole('heading', { name: 'kofi' })).toBeVisible()
    await tab.close()
    await page.getByLabel('Search by username').fill('VELVET')
    await expect(page.getByText('8 Radrs', { exact: true })).toBeVisible()
    await expect(pages).toHaveCount(0)
    await page.getByLabel('Search by username').fill('nobody')
    await expect(page.getByText('No results found')).toBeVisible()

    await visit(page, '/settings')
    await respond(page, '**/api/admin/radrs*', { users: [], total: 0 })
    await navigate(page, '/radrs')
    await expect(page.getByText('No Radrs found')).toBeVisible()
    await expect(page.getByText('There are no Radrs in the system')).toBeVisible()
  })

  test('is closed to everybody else', async ({ as, page: visitor }) => {
    await visitor.goto('/radrs')
    await expect(visitor).toHaveURL('/login')
    const member = await as('mira')
    await member.goto('/radrs')
    await expect(member).toHaveURL('/')

    const page = await as('boss', '/settings')
    await respond(page, '**/api/admin/radrs*', { message: 'No.', code: 'forbidden' }, 403)
    await navigate(page, '/radrs')
    await expect(page.getByText('Access Denied')).toBeVisible()
    await expect(page.getByText('You do not have admin privileges')).toBeVisible()
    await expect(page).toHaveURL('/')

    await visit(page, '/settings')
    await fail(page, '**/api/admin/radrs*')
    await navigate(page, '/radrs')
    await expect(page.getByText('Failed to fetch Radrs list').first()).toBeVisible()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
  })
})
