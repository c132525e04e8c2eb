import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database.ts'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

const total = 100

test.use({ additions: { rows: followMany } })

/** `newcomer` follows `many-1` to `many-100`, the last of them since yesterday. */
async function followMany(db: Database) {
  await sql`insert into users (username, email, password)
    select 'many-' || n, 'many' || n || '@mail.test', ''
    from generate_series(1, ${total}::int) n`.execute(db)
  await sql`insert into follower_registry (user_id)
    select id from users where username = 'newcomer'`.execute(db)
  await sql`insert into radr_follows (registry_id, radr_user_id, verified, created_at)
    select registry.id, many.id, true, now() - (1 + ${total} - split_part(many.username, '-', 2)::int) * interval '1 day'
    from follower_registry registry join users on users.id = registry.user_id,
      users many where users.username = 'newcomer' and many.username like 'many-%'`.execute(db)
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: '@' })

test('A long list of followed members has pages, and is searched and sorted as a whole', async ({
  as,
}) => {
  const page = await as('newcomer')
  await visit(page, '/following')
  await expect(page.getByText('1–10 of 100 Radrs')).toBeVisible()
  await expect(rows(page).first()).toContainText('@many-100')
  await page.getByRole('button', { name: 'Page 10', exact: true }).click()
  await expect(page.getByText('91–100 of 100 Radrs')).toBeVisible()
  await expect(rows(page).last()).toContainText('@many-1')

  await page.getByLabel('Search by username').fill('MANY-1')
  await expect(page.getByText('1–10 of 12 Radrs')).toBeVisible()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Username')
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect(rows(page).getByRole('link').first()).toHaveText('@many-1')
  await expect(rows(page).getByRole('link').nth(1)).toHaveText('@many-10')
})

test('When the only member on the last page is unfollowed, the page before is shown', async ({
  as,
}) => {
  const page = await as('newcomer')
  await visit(page, '/following')
  await page.getByLabel('Search by username').fill('many-9')
  await expect(page.getByText('1–10 of 11 Radrs')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText('11–11 of 11 Radrs')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'More about' }).click()
  await page.getByRole('menuitem', { name: 'Unfollow' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfollow' }).click()
  await expect(page.getByText('10 Radrs', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
})

test('Without JavaScript the first page of followed members is shown', async ({
  browser,
  seededApp,
}) => {
  const context = await browser.newContext({ baseURL: seededApp.url, javaScriptEnabled: false })
  await context.addCookies([
    { name: 'session', value: seededApp.sessions.newcomer ?? '', url: seededApp.url },
  ])
  const page = await context.newPage()
  await page.goto('/following')
  await expect(rows(page)).toHaveCount(10)
  await context.close()
})
