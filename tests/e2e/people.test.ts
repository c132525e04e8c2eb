import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, fail } from '../../scripts/screens-visit.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

describe('Whom a member follows', () => {
  test('is searched, sorted and turned round', async () => {
    const page = await app.open('/people', 'mira')
    expect(await page.title()).toBe('Your People - Radr')
    await page.getByRole('tab', { name: 'Following', selected: true }).waitFor()
    await expect.poll(() => names(page)).toHaveLength(12)
    expect((await names(page))[0]).toBe('@kofi')
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    expect(await sort.locator('option').allTextContents()).toEqual([
      'Username',
      'Last Drop',
      'Drop Count',
    ])
    await sort.selectOption('Username')
    await expect.poll(async () => (await names(page))[0]).toBe('@zed')
    await page.getByRole('button', { name: 'Descending' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe('@b-side')
    await page.getByLabel('Search by username').fill('HARU')
    await expect.poll(() => names(page)).toEqual(['@haruka'])
    await page.getByLabel('Search by username').fill('nobody')
    await page.getByText('No results found').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => names(page)).toHaveLength(12)
  })

  test('can be visited, and left only after a question', async () => {
    const page = await app.open('/following', 'mira')
    await page.getByRole('heading', { name: 'Who You Follow' }).waitFor()
    const zed = page.getByRole('listitem').filter({ hasText: '@zed' })
    await zed.getByText(/^Followed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/).waitFor()
    await zed.getByText(/^Last drop: /).waitFor()
    await page.getByRole('button', { name: 'More about zed' }).click()
    const visit = page.getByRole('menuitem', { name: 'Visit Radr' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), visit.click()])
    await tab.getByRole('heading', { name: 'zed' }).waitFor()
    await tab.close()

    const dialog = page.getByRole('alertdialog', { name: 'Unfollow @zed?' })
    await unfollow(page, 'zed')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.route('**/api/users/zed/followers', route => route.abort())
    await page.route('**/api/unfollow/zed', route => route.abort())
    await unfollow(page, 'zed')
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await dialog.getByText('Failed to unfollow. Please try again.').waitFor()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByText('Unfollowed', { exact: true }).first().waitFor()
    await page.getByText("You've unfollowed @zed").waitFor()
    await zed.getByRole('button', { name: 'Follow again' }).click()
    await zed.getByText(/^Followed on /).waitFor()
  })

  test('is asked for again whenever the page or the window is come to', async () => {
    const page = await app.open('/charts', 'mira')
    let asked = 0
    page.on('request', request => {
      if (request.url().endsWith('/api/follows/following')) asked++
    })
    await page.getByRole('link', { name: 'My people' }).first().click()
    await expect.poll(() => names(page)).toHaveLength(12)
    expect(asked).toBe(1)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(() => asked).toBe(2)
  })

  test('may be nobody yet', async () => {
    const page = await app.open('/following', 'newcomer')
    await page.getByText("You aren't following any Radrs yet").waitFor()
    await page.getByRole('link', { name: 'Discover Top Radrs' }).click()
    await page.waitForURL('**/charts')
  })
})

describe('Followers', () => {
  test('are filtered by address, status and membership, sorted and paged', async () => {
    const page = await app.open('/people#followers', 'mira')
    await page.getByRole('tab', { name: 'Followers', selected: true }).waitFor()
    await page.getByText('1–10 of 25 followers').waitFor()
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await page.getByRole('button', { name: 'Page 3' }).click()
    await page.getByText('21–25 of 25 followers').waitFor()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest first')
    await page.getByText('1–10 of 25 followers').waitFor()
    await page.getByText('fan.no19@letters.example.org').waitFor()

    const status = page.getByRole('combobox', { name: 'Status' })
    await status.selectOption('Pending')
    await page.getByText('4 followers', { exact: true }).waitFor()
    await rows.first().getByText('Awaiting email verification').waitFor()
    await rows.first().getByText('Pending', { exact: true }).waitFor()
    await status.selectOption('Unsubscribed')
    await rows.getByText('Unsubscribed on unknown date').first().waitFor()
    await rows.getByText(/^Unsubscribed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/).waitFor()
    await status.selectOption('Verified')
    await page.getByText('1–10 of 17 followers').waitFor()
    await rows
      .first()
      .getByText(/^Following since /)
      .waitFor()

    await page.getByText('Only Radr users').click()
    await page.getByText('5 followers', { exact: true }).waitFor()
    await rows.first().getByText('Radr user', { exact: true }).waitFor()
    await page.getByLabel('Search by email').fill('KOFI@')
    await page.getByText('1 follower', { exact: true }).waitFor()
    await page.getByLabel('Search by email').fill('nobody')
    await page.getByText('No followers match your criteria').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('1–10 of 25 followers').waitFor()
  })

  test('have a page of their own, with words for none and for failing', async () => {
    const page = await app.open('/followers', 'mira')
    await page.getByRole('heading', { name: 'Your Followers' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/home')
    const none = await app.open('/followers', 'newcomer')
    await none.getByText("You don't have followers yet...but you will soon!").waitFor()
    await none.goto(`${app.url}/people#followers`)
    await none.getByText('No followers yet').waitFor()
    await none.getByText('Share your Radr to get some followers!').waitFor()
    const broken = await app.arrive('/followers', 'mira', fail('**/api/followers*'))
    await broken.getByText('Failed to load your followers. Please try again.').waitFor()
  })

  test('on phones the two sides of people are a list to choose from', async () => {
    const page = await app.open('/people', 'mira')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('combobox', { name: 'People' }).selectOption('Followers')
    await page.getByText('1–10 of 25 followers').waitFor()
    expect(new URL(page.url()).hash).toBe('#followers')
  })
})

describe('The list of all members', () => {
  test('is searched, sorted and paged by admins', async () => {
    const page = await app.open('/radrs', 'boss')
    await page.getByRole('heading', { name: 'All Radrs' }).waitFor()
    await page.getByText('Admin', { exact: true }).waitFor()
    await page.getByText('1–10 of 91 Radrs').waitFor()
    const pages = page.getByRole('navigation', { name: 'Pages of Radrs' })
    expect(await shownIn(pages)).toEqual(['1', '2', '3', '4', '5', '…', '10'])
    await pages.getByRole('button', { name: 'Page 5' }).click()
    await page.getByText('41–50 of 91 Radrs').waitFor()
    expect(await shownIn(pages)).toEqual(['1', '…', '4', '5', '6', '…', '10'])
    const sort = page.getByRole('combobox')
    expect(await sort.locator('option').allTextContents()).toEqual([
      'Created At',
      'Username',
      'Follower Count',
      'Drop Count',
      'Last Drop Date',
    ])
    await sort.selectOption('Follower Count')
    const first = page.getByRole('main').getByRole('listitem').first()
    await first.getByText('@kofi').waitFor()
    await first.getByText('63 followers').waitFor()
    await first.getByText('9 drops').waitFor()
    await first.getByText(/^Last drop: /).waitFor()
    await page.getByRole('button', { name: 'Descending' }).click()
    await first.getByText('0 followers').waitFor()
    await page.getByRole('button', { name: 'Ascending' }).click()
    await first.getByText('@kofi').waitFor()
    await page.getByRole('button', { name: 'More about kofi' }).click()
    const visit = page.getByRole('menuitem', { name: 'Visit Radr' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), visit.click()])
    await tab.getByRole('heading', { name: 'kofi' }).waitFor()
    await tab.close()
    await page.getByLabel('Search by username').fill('VELVET')
    await page.getByText('8 Radrs', { exact: true }).waitFor()
    expect(await pages.count()).toBe(0)
    await page.getByLabel('Search by username').fill('nobody')
    await page.getByText('No results found').waitFor()
    const none = { users: [], total: 0 }
    const empty = await app.arrive('/radrs', 'boss', answer('**/api/admin/radrs*', none))
    await empty.getByText('No Radrs found').waitFor()
    await empty.getByText('There are no Radrs in the system').waitFor()
  })

  test('is closed to everybody else', async () => {
    const visitor = await app.open('/radrs')
    await visitor.waitForURL('**/login')
    const member = await app.open('/radrs', 'mira')
    expect(new URL(member.url()).pathname).toBe('/')
    const former = await app.arrive(
      '/radrs',
      'boss',
      answer('**/api/admin/radrs*', { message: 'No.', code: 'forbidden' }, 403),
    )
    await former.getByText('Access Denied').waitFor()
    await former.getByText('You do not have admin privileges').waitFor()
    await former.waitForURL(`${app.url}/`)
    const broken = await app.arrive('/radrs', 'boss', fail('**/api/admin/radrs*'))
    await broken.getByText('Failed to fetch Radrs list').first().waitFor()
  })
})

const names = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents()

async function unfollow(page: Page, username: string) {
  await page.getByRole('button', { name: `More about ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Unfollow' }).click()
}

async function shownIn(pages: ReturnType<Page['getByRole']>) {
  const texts = await pages.getByRole('listitem').allTextContents()
  return texts.filter(Boolean)
}
