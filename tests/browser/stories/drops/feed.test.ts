import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { changeResponse, fail, hold, mockPlayer, neverRespond } from '../../mock-responses.ts'
import { navigate, post, register, scrollToEnd, visit } from '../../page-actions.ts'

test.describe('The feed', () => {
  test('shows the covers of each drop, groups drops by day and loads more until the end while it is scrolled', async ({
    as,
  }) => {
    const page = await as('mira', '/feed')
    await expect(page).toHaveTitle('Drop Feed - Radr')
    const kofi = page.getByRole('article', { name: '@kofi' }).first()
    await expect(kofi.getByText('61 followers')).toBeVisible()
    const covers = await kofi.locator('img, [style*="radial-gradient"]').all()
    const widths = await Promise.all(covers.map(async cover => (await cover.boundingBox())?.width))
    const [avatar, numberOne = 0, ...others] = widths
    expect([avatar, others.length]).toEqual([44, 6])
    for (const width of others) expect(width).toBeLessThan(numberOne / 2)
    await expect(kofi.getByText('Number 1', { exact: true })).toBeVisible()
    await expect(kofi.getByText('S.E.S.', { exact: true })).toBeVisible()
    await expect(kofi.getByRole('listitem')).toHaveCount(6)
    await expect(kofi.getByRole('listitem').first()).toHaveText(/^2.+ – .+/)
    await expect(kofi.getByRole('button', { name: 'Play Drop #9 by @kofi' })).toBeVisible()
    await expect(kofi.locator('p').last()).toHaveText(/^.{120}…$/u)
    await expect(
      page.getByRole('article', { name: '@solo' }).getByText('Dropped a new Radr'),
    ).toBeVisible()
    await scrollToEnd(page, page.getByText('No more drops to load'))
    const days = await page.locator('[role=feed] > div > div > [aria-hidden]').allTextContents()
    expect(days.length).toBeGreaterThan(3)
    for (const day of days.filter(each => each !== 'This week'))
      expect(day).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    expect(await page.getByRole('article').count()).toBeGreaterThan(20)
    await kofi.getByRole('link', { name: '@kofi' }).click()
    await expect(page).toHaveURL('/kofi/drops/9')
  })

  test('has the record of the week, to play track by track and to share', async ({ as }) => {
    const page = await as('mira')
    await mockPlayer(page)
    await visit(page, '/feed')
    const card = page.getByRole('feed').getByRole('article', { name: 'The record of the week' })
    await expect(card.getByText(/^\w+ people made this\.$/)).toBeVisible()
    await card.getByRole('button', { name: 'Play The record of the week' }).click()
    const bar = page.getByRole('region', { name: 'Player' })
    await expect(bar.getByText(/^1 of \d+$/)).toBeVisible()
    await expect(bar.getByRole('link', { name: 'The record of the week' })).toBeVisible()
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect(bar.getByText(/^2 of \d+$/)).toBeVisible()
    await expect(card).toContainText('Playing')
    await card.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 1200)
    await page.keyboard.press('Escape')
    await card.getByText('Number one of').first().locator('..').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/drops\/\d+$/)
  })

  test('begins with the record of a week that is over, and not with another one', async ({
    as,
  }) => {
    const page = await as('mira', '/charts')
    const first = page.getByRole('feed').getByRole('article').first()
    for (const isOver of [true, false]) {
      await changeResponse(page, '**/api/feed/week', { isOver })
      await navigate(page, '/feed')
      await expect(first).toHaveAccessibleName(isOver ? 'The record of the week' : /^@/)
      await visit(page, '/charts')
    }
  })

  test('has a button that loads five more where scrolling is not observed', async ({ as }) => {
    const page = await as('mira')
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        override observe() {}
      }
    })
    await visit(page, '/feed')
    const drops = page.getByRole('article', { name: /^@/ })
    await expect(drops).toHaveCount(5)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(drops).toHaveCount(10)
    await neverRespond(page, '**/api/feed*')
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('Loading more drops...')).toBeVisible()
  })

  test('announces a new drop by a button and shows it on click', async ({ as }) => {
    const page = await as('mira')
    await page.clock.install()
    await visit(page, '/feed')
    const drops = page.getByRole('article', { name: /^@/ })
    await expect(drops.first()).toBeVisible()
    await post(await as('quiet-one'), '/api/drops', { note: 'At last.' })
    const announcement = page.getByRole('button', { name: /1 new drop/ })
    await page.clock.runFor(61_000)
    await expect(announcement).toBeVisible()
    await expect(drops.first().and(page.getByRole('article', { name: '@kofi' }))).toBeVisible()
    await announcement.click()
    const drop = page.getByRole('article', { name: '@quiet-one' })
    await expect(drop.getByText('At last.')).toBeVisible()
  })

  test('says that it is loading after a change, not that it failed', async ({ page }) => {
    await register(page, 'new-listener')
    await visit(page, '/feed')
    await expect(page.getByText('Your feed is empty')).toBeVisible()
    await navigate(page, '/quiet-one')
    await page.getByRole('button', { name: 'Follow', exact: true }).first().click()
    await expect(page.getByText('Now following!')).toBeVisible()
    const release = await hold(page, '**/api/feed?*')
    await navigate(page, '/feed')
    await expect(page.getByText('Loading feed')).toBeAttached()
    await expect(page.getByText('Unable to load feed')).toHaveCount(0)
    release()
    await expect(page.getByText('Loading feed')).toHaveCount(0)
    await expect(page.getByText('Unable to load feed')).toHaveCount(0)
  })

  test('says when it is empty, failed to load, or nobody is signed in', async ({
    as,
    page: visitor,
  }) => {
    const newcomer = await as('newcomer', '/feed')
    await expect(newcomer.getByText('Your feed is empty')).toBeVisible()
    await newcomer.getByRole('link', { name: 'Discover Radrs to Follow' }).click()
    await expect(newcomer).toHaveURL('/charts')

    const page = await as('mira', '/settings')
    await fail(page, '**/api/feed*')
    await navigate(page, '/feed')
    await expect(page.getByText('Unable to load feed')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/home')

    await visit(visitor, '/feed')
    await expect(visitor.getByText('Sign in to see your feed')).toBeVisible()
    await expect(visitor).toHaveURL('/feed')
  })
})
