import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { navigate, scrollToEnd, visit } from '../../page-actions.ts'
import { daysAgo } from '../../seed/members.ts'

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

for (const [days, perDay] of [
  ['one day', 0],
  ['a day each', 1],
] as const) {
  /** The page's drops with the times of this test, newest first. */
  const respondWithDrops = (page: Page, calls: string) =>
    page.route(calls, async route => {
      const drops: unknown[] = await (await route.fetch()).json()
      for (const each of drops as { drop?: object; drop_number?: number }[]) {
        const drop = (each.drop ?? each) as { id: number; drop_number: number; created_at: string }
        drop.created_at = daysAgo(1 + drop.drop_number * perDay).toISOString()
      }
      await route.fulfill({ json: drops })
    })

  test(`Back to a long feed with drops of ${days} keeps the exact position`, async ({ as }) => {
    const page = await as('mira', '/settings')
    await respondWithDrops(page, '**/api/feed?*')
    await navigate(page, '/feed')
    await scrollToEnd(page, page.getByText('No more drops to load'))
    await expectBackAt(page, page.getByRole('article', { name: /^@/ }).nth(-4))
  })

  test(`Back to a long history with drops of ${days} keeps the exact position`, async ({ as }) => {
    const page = await as('mira', '/settings')
    await respondWithDrops(page, '**/api/users/kofi/drops*')
    await navigate(page, '/kofi/drops')
    await expect(page.getByRole('heading', { name: 'Drop history: @kofi' })).toBeVisible()
    await expectBackAt(page, page.getByRole('article').nth(-2))
  })
}

async function expectBackAt(page: Page, card: Locator) {
  await card.scrollIntoViewIfNeeded()
  const position = await scrollY(page)
  const box = await card.boundingBox()
  expect(position).toBeGreaterThan(300)
  await navigate(page, '/charts')
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
  expect(await scrollY(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrollY(page)).toBe(position)
  expect(await card.boundingBox()).toEqual(box)
}

test('Return to the first page is announced', async ({ page }) => {
  await visit(page, '/')
  const announcement = page.locator('p[aria-live]').last()
  const title = await page.title()
  await expect(announcement).toBeEmpty()
  await navigate(page, '/charts')
  await expect(announcement).toHaveText('Charts - Radr')
  await page.goBack()
  await expect(announcement).toHaveText(title)
})
