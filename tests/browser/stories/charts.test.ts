import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { fail, neverRespond, respond } from '../mock-responses.ts'
import { navigate, visit } from '../page-actions.ts'

const charts = [
  {
    tab: 'Most Followed',
    hash: '#most-followed',
    call: 'top-users',
    caption: 'The Radrs with the most followers',
    empty: 'No users found.',
    error: 'Error loading top users. Please try again later.',
  },
  {
    tab: 'Trending Tracks',
    hash: '#trending-tracks',
    call: 'top-tracks',
    caption: 'The top tracks on the Radr today',
    empty: 'No tracks found. Be the first to add tracks to your Radr!',
    error: 'Error loading top tracks. Please try again later.',
    badge: 'TOP TRACK',
  },
  {
    tab: 'All Timers',
    hash: '#most-dropped',
    call: 'most-dropped',
    caption: 'The most dropped tracks of all time',
    empty: 'No dropped tracks found yet.',
    error: 'Error loading most dropped tracks. Please try again later.',
    badge: 'MOST DROPPED',
  },
]

test.describe('On the charts', () => {
  for (const { tab, hash, caption, badge } of charts) {
    test(`${tab} is a tab that the address names`, async ({ page }) => {
      await visit(page, '/charts')
      await expectSelected(page, 'Most Followed')
      await page.getByRole('tab', { name: tab }).click()
      await expectSelected(page, tab)
      await expect(page.getByText(caption, { exact: true })).toBeVisible()
      if (badge) await expect(page.getByText(badge, { exact: true })).toBeVisible()
      if (hash !== '#most-followed') await expect(page).toHaveURL(`/charts${hash}`)
      await visit(page, `/charts${hash}`)
      await expectSelected(page, tab)
    })
  }

  test('phones have a select instead of tabs', async ({ page }) => {
    await visit(page, '/charts')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('combobox', { name: 'Chart' }).selectOption('All Timers')
    await expect(page.getByText('The most dropped tracks of all time')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
  })

  for (const { tab, hash, call, badge, empty, error } of charts) {
    test(`${tab} says when it is empty, failed to load, or is loading`, async ({ page }) => {
      const calls = `**/api/charts/${call}`
      await visit(page, '/')
      await respond(page, calls, [])
      await navigate(page, `/charts${hash}`)
      await expect(page.getByText(empty, { exact: true })).toBeVisible()

      await visit(page, '/')
      await fail(page, calls)
      await navigate(page, `/charts${hash}`)
      await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible()
      await page.unroute(calls)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()

      await visit(page, '/')
      await neverRespond(page, calls)
      await navigate(page, `/charts${hash}`)
      await expect(page.locator('.skeleton')).toHaveCount(badge ? 6 : 7)
    })
  }
})

const expectSelected = (page: Page, tab: string) =>
  expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
