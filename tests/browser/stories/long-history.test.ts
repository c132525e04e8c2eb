import { expect } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database.ts'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

test.use({ additions: { rows: dropOften } })

async function dropOften(db: Database) {
  await sql`insert into drops (user_id, drop_number, created_at, ledger_filled_at)
    select id, n, now() - (121 - n) * interval '7 days', now() from users, generate_series(1, 120) n
    where username = 'newcomer'`.execute(db)
}

test('A long history loads older drops when scrolled to its end', async ({ page }) => {
  await visit(page, '/newcomer/drops')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(100)
  await expect(cards.first()).toContainText('Drop #120')
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(120)
  await expect(cards.last()).toContainText('Drop #1')
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})
