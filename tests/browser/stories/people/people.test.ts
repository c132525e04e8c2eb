import { expect, type Page, type Request } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail, hold } from '../../mock-responses.ts'
import { menuItem, navigate, post, visit } from '../../page-actions.ts'

const names = (page: Page, within: 'main' | 'tabpanel' = 'main') =>
  page.getByRole(within).getByRole('list').first().getByRole('listitem').getByRole('link')

const crowd = ['amber', 'cedar', 'delta', 'ember', 'harbor', 'indigo', 'juniper', 'lunar'].map(
  name => `${name}-parade`,
)

test.describe('The list of followed members', () => {
  test('is searched, sorted and reversed', async ({ as }) => {
    const page = await as('mira', '/people')
    await expect(page).toHaveTitle('Your People - Radr')
    await expect(page.getByRole('tab', { name: 'Following', selected: true })).toBeVisible()
    await expect(page.getByText('1–10 of 12 people')).toBeVisible()
    await expect(names(page, 'tabpanel')).toHaveCount(10)
    // Tests of the same worker may have made drops meanwhile.
    const response = await page.request.get('/api/follows/following')
    const followed: { username: string; lastDropDate: string | null }[] = await response.json()
    const byLastDrop = followed.toSorted((one, other) =>
      (other.lastDropDate ?? '').localeCompare(one.lastDropDate ?? ''),
    )
    await expect(names(page, 'tabpanel').first()).toHaveText(`@${byLastDrop[0]?.username}`)
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await expect(sort.locator('option')).toHaveText(['Username', 'Last Drop', 'Drop Count'])
    await sort.selectOption('Username')
    await expect(names(page, 'tabpanel').first()).toHaveText('@zed')
    await page.getByRole('button', { name: 'Descending' }).click()
    await expect(names(page, 'tabpanel').first()).toHaveText('@b-side')
    await page.getByLabel('Search by username').fill('HARU')
    await expect(names(page, 'tabpanel')).toHaveText(['@haruka'])
    await page.getByLabel('Search by username').fill('nobody')
    await expect(page.getByText('No results found')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^0 members$/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(names(page, 'tabpanel')).toHaveCount(10)
  })

  test('links to each member, and unfollows only after a confirmation', async ({ as }) => {
    const page = await as('mira', '/following')
    await expect(page.getByRole('heading', { name: 'Who You Follow' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Sort by' }).locator('option')).toHaveText([
      'Follow date',
      'Username',
    ])
    await page.getByLabel('Search by username').fill('zed')
    const zed = page.getByRole('listitem').filter({ hasText: '@zed' })
    await expect(zed.getByText(/^Followed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
    await expect(zed.getByText(/^Last drop: /)).toBeVisible()
    await page.getByRole('button', { name: 'More about zed' }).click()
    const popup = page.waitForEvent('popup')
    await menuItem(page, 'Visit Radr').click()
    const tab = await popup
    await expect(tab.getByRole('heading', { name: 'zed' })).toBeVisible()
    await tab.close()

    const dialog = page.getByRole('alertdialog', { name: 'Unfollow @zed?' })
    await unfollow(page, 'zed')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.route('**/api/users/zed/followers', route => route.abort())
    await page.route('**/api/unfollow/zed', route => route.abort())
    await unfollow(page, 'zed')
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await expect(dialog.getByText('Failed to unfollow. Please try again.')).toBeVisible()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await expect(page.getByText('Unfollowed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText("You've unfollowed @zed")).toBeVisible()
    await expect(zed).toHaveCount(0)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await post(page, '/api/users/zed/followers')
  })

  test('is loaded again whenever its page is opened or its window gets the focus', async ({
    as,
  }) => {
    const page = await as('mira')
    const answered: Request[] = []
    page.on('requestfinished', request => {
      if (request.url().includes('/api/follows/following')) answered.push(request)
    })
    await visit(page, '/people')
    await expect(names(page, 'tabpanel')).toHaveCount(10)
    await expect.poll(() => answered).toHaveLength(1)
    await page.getByRole('link', { name: 'Charts' }).first().click()
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
    const answer = await hold(page, '**/api/follows/following*')
    await page.getByRole('link', { name: 'My people' }).first().click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
    answer()
    await expect(names(page, 'tabpanel')).toHaveCount(10)
    // The page was loaded with the list, which is refetched on mount.
    await expect.poll(() => answered).toHaveLength(3)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => answered).toHaveLength(4)
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await expect.poll(() => answered).toHaveLength(5)
  })

  test('goes back a page when the only member on the last one is unfollowed', async ({ as }) => {
    const page = await as('velvet-drift')
    for (const name of ['lunar-noon', 'lunar-drift', 'lunar-static', ...crowd])
      await post(page, `/api/users/${name}/followers`)
    await visit(page, '/following')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.getByText('11–11 of 11 people')).toBeVisible()
    await expect(names(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'More about' }).click()
    await menuItem(page, 'Unfollow').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfollow' }).click()
    await expect(page.getByText('10 people', { exact: true })).toBeVisible()
    await expect(names(page)).toHaveCount(10)
  })

  test('has its first page without JavaScript', async ({ as, newVisitor }) => {
    const storageState = await (await as('mira')).context().storageState()
    const page = await newVisitor({ javaScriptEnabled: false, storageState })
    await page.goto('/following')
    await expect(names(page)).toHaveCount(10)
  })

  test('links to the charts while it is empty', async ({ as }) => {
    const page = await as('newcomer', '/following')
    await expect(page.getByText("You aren't following any Radrs yet")).toBeVisible()
    await page.getByRole('link', { name: 'Discover Top Radrs' }).click()
    await expect(page).toHaveURL('/charts')
  })
})

test.describe('The list of followers', () => {
  test('is chosen from a select on phones, and is filtered by address, status and membership, sorted and paged', async ({
    as,
  }) => {
    const page = await as('mira', '/people')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('combobox', { name: 'People' }).selectOption('Followers')
    await expect(page).toHaveURL('/people#followers')
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByRole('tab', { name: 'Followers', selected: true })).toBeVisible()
    const summary = page.getByText(/^17 people get your drops\. [34] have not confirmed yet\.$/)
    await expect(summary).toBeVisible()
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    const lastPage = page.getByRole('button', { name: 'Page 3' })
    await lastPage.click()
    await expect(page.getByText('21–25 of 25 addresses')).toBeVisible()
    // The focus stays in the window, although a longer page follows.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('11–20 of 25 addresses')).toBeVisible()
    await expect(rows.filter({ hasText: '@' })).toHaveCount(10)
    const second = page.getByRole('button', { name: 'Page 2' })
    await expect(second).toBeFocused()
    await expect(second).toBeInViewport({ ratio: 1 })
    await lastPage.click()
    await expect(page.getByText('21–25 of 25 addresses')).toBeVisible()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest first')
    await expect(summary).toBeVisible()
    await expect(
      page.getByText('fan.no19@letters.example.org', { exact: true }).first(),
    ).toBeVisible()

    const status = page.getByRole('combobox', { name: 'Status' })
    await status.selectOption('Pending')
    // Another story may have ended one of them.
    await expect(page.getByText(/^[34] addresses$/)).toBeVisible()
    await expect(rows.first().getByText('Awaiting email verification')).toBeVisible()
    await expect(rows.first().getByText('Pending', { exact: true })).toBeVisible()
    await status.selectOption('Unsubscribed')
    await expect(rows.getByText('Unsubscribed on unknown date').first()).toBeVisible()
    const dated = rows.getByText(/^Unsubscribed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(dated.first()).toBeVisible()
    await status.selectOption('Verified')
    await expect(page.getByText('1–10 of 17 followers')).toBeVisible()
    await expect(rows.first().getByText(/^Following since /)).toBeVisible()

    await page.getByText('Only Radr users').click()
    await expect(page.getByText('5 followers', { exact: true })).toBeVisible()
    await expect(rows.first().getByText('Radr user', { exact: true })).toBeVisible()
    await page.getByLabel('Search by email').fill('KOFI@')
    await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
    await page.getByLabel('Search by email').fill('nobody')
    await expect(page.getByText('No followers match your criteria')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^0 followers$/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(summary).toBeVisible()
  })

  test('has a page of its own, and says when it is empty or failed to load', async ({ as }) => {
    const page = await as('mira', '/followers')
    await expect(page.getByRole('heading', { name: 'Your Followers' })).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/home')

    const newcomer = await as('newcomer', '/followers')
    await expect(
      newcomer.getByText("You don't have followers yet...but you will soon!"),
    ).toBeVisible()
    await visit(newcomer, '/people#followers')
    await expect(newcomer.getByText('No followers yet')).toBeVisible()
    await expect(newcomer.getByText('Share your Radr to get some followers!')).toBeVisible()

    await visit(page, '/settings')
    await fail(page, '**/api/followers*')
    await navigate(page, '/followers')
    await expect(page.getByText('Failed to load your followers. Please try again.')).toBeVisible()
  })
})

async function unfollow(page: Page, username: string) {
  await page.getByRole('button', { name: `More about ${username}` }).click()
  await menuItem(page, 'Unfollow').click()
}
