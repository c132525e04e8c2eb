import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail, mockPlayer, neverRespond, respond } from '../../mock-responses.ts'
import { navigate, visit } from '../../page-actions.ts'

const charts = [
  {
    tab: 'Most Followed',
    hash: '#most-followed',
    caption: 'The Radrs with the most followers',
    empty: 'No users found.',
    error: 'Error loading top users. Please try again later.',
  },
  {
    tab: 'Trending Tracks',
    hash: '#trending-tracks',
    caption: 'The top tracks on the Radr today',
    empty: 'No tracks found. Be the first to add tracks to your Radr!',
    error: 'Error loading top tracks. Please try again later.',
    badge: 'TOP TRACK',
  },
  {
    tab: 'All Timers',
    hash: '#most-dropped',
    caption: 'The most dropped tracks of all time',
    empty: 'No dropped tracks found yet.',
    error: 'Error loading most dropped tracks. Please try again later.',
    badge: 'MOST DROPPED',
  },
]

test.describe('On the charts', () => {
  test('each tab has a caption and a name in the URL, and screens below 768 px have a select instead of tabs', async ({
    page,
  }) => {
    await visit(page, '/charts')
    await expectSelected(page, 'Most Followed')
    for (const { tab, hash, caption, badge } of charts) {
      await page.getByRole('tab', { name: tab }).click()
      await expectSelected(page, tab)
      await expect(page.getByText(caption, { exact: true })).toBeVisible()
      if (badge) await expect(page.getByText(badge, { exact: true })).toBeVisible()
      if (hash !== '#most-followed') await expect(page).toHaveURL(`/charts${hash}`)
    }
    await page.reload()
    await expectSelected(page, 'All Timers')

    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('combobox', { name: 'Chart' })).toBeHidden()
    await page.setViewportSize({ width: 767, height: 800 })
    await page.getByRole('combobox', { name: 'Chart' }).selectOption('Trending Tracks')
    await expect(page.getByText('The top tracks on the Radr today')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
  })

  test('a member is played and followed in the row, which knows who follows without mail', async ({
    as,
    seededApp,
  }) => {
    const page = await as('solo')
    await mockPlayer(page)
    await visit(page, '/charts')
    const row = page.getByRole('listitem').filter({ hasText: '@haruka' })
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(76)
    await row.getByRole('button', { name: 'Play @haruka’s seven' }).click()
    const bar = page.getByRole('region', { name: 'Player' })
    await expect(bar.getByRole('link', { name: '@haruka’s seven' })).toBeVisible()
    await row.getByRole('button', { name: 'Stop @haruka’s seven' }).click()
    await expect(bar).toHaveCount(0)
    await row.getByRole('button', { name: 'Follow @haruka' }).click()
    await expect(row.getByRole('button', { name: 'Following @haruka' })).toBeVisible()
    const mail = `${seededApp.url}/api/users/haruka/followers/mail`
    expect((await page.request.put(mail, { data: { mail: false } })).ok()).toBe(true)
    await page.reload()
    await row.getByRole('button', { name: 'Following @haruka' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Unfollow @haruka?' })
    await dialog.getByRole('button', { name: 'Keep following, and get mail' }).click()
    await expect(page.getByText('Mail is on')).toBeVisible()
  })

  test('each tab says when it is empty, failed to load, or is loading', async ({ page }) => {
    const calls = '**/api/charts/*'
    const openTab = (tab: string) => page.getByRole('tab', { name: tab }).click()
    await visit(page, '/')
    await respond(page, calls, [])
    await navigate(page, '/charts')
    for (const { tab, empty } of charts) {
      await openTab(tab)
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
    }

    await visit(page, '/')
    await fail(page, calls)
    await navigate(page, '/charts')
    for (const { tab, error } of charts) {
      await openTab(tab)
      await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible()
    }
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()

    await visit(page, '/')
    await neverRespond(page, calls)
    await navigate(page, '/charts')
    for (const { tab, badge } of charts) {
      await openTab(tab)
      await expect(page.locator('.skeleton')).toHaveCount(badge ? 6 : 7)
    }
  })
})

const expectSelected = (page: Page, tab: string) =>
  expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
