import { expect, type Page } from '@playwright/test'
import { addDrops } from '../../../../src/drops/add-drops.ts'
import { findMemberByName } from '../../../../src/members/members.queries.ts'
import type { Database } from '../../../../src/platform/database.ts'
import { test } from '../../fixtures.ts'
import { visit } from '../../page-actions.ts'
import { daysAgo } from '../../seed/members.ts'

test.use({ additions: { rows: dropOften } })

/** `newcomer` has made 40 drops, in which tracks come and go, and `boss` 50. */
async function dropOften(db: Database) {
  const titles = await db
    .selectFrom('track_details')
    .select('spotify_track_id')
    .orderBy('spotify_track_id')
    .execute()
  const changing = Array.from({ length: 40 }, (_, index) => {
    const start = Math.floor((index * 3) / 4)
    const list = titles.slice(start, start + 7).map(track => track.spotify_track_id)
    const turned = list.splice(Math.floor(index / 3) % 7)
    return { number: index + 1, created_at: daysAgo((40 - index) * 7), list: [...turned, ...list] }
  })
  const same = Array.from({ length: 50 }, (_, index) => ({
    number: index + 1,
    created_at: daysAgo((50 - index) * 7),
    list: [],
  }))
  await addDrops(db, (await findMemberByName(db, 'newcomer')).id, changing)
  await addDrops(db, (await findMemberByName(db, 'boss')).id, same)
}

const chart = (page: Page) => page.getByRole('region', { name: /^Chart of drops/ })
const track = (page: Page) => chart(page).getByRole('img')

test('The history begins with a line for each track, which hover and focus name', async ({
  page,
}) => {
  await visit(page, '/kofi/drops')
  await expect(page.getByRole('region', { name: /^Chart of drops #1 to #9/ })).toBeVisible()
  const line = page.getByRole('img', { name: /: 9 drops, peak 1$/ })
  const name = line.locator('text')
  await expect(name).toHaveCSS('opacity', '0')
  const start = await line
    .locator('path')
    .first()
    .evaluate(path => {
      const { x, y } = (path as SVGPathElement)
        .getPointAtLength(0)
        .matrixTransform((path as SVGPathElement).getScreenCTM() ?? undefined)
      return { x, y }
    })
  await page.mouse.move(start.x, start.y)
  await expect(name).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(name).toHaveCSS('opacity', '0')

  // The chart fades at the left as long as it goes on there.
  await page.setViewportSize({ width: 390, height: 844 })
  const faded = () => chart(page).evaluate(each => getComputedStyle(each).maskImage)
  await expect.poll(faded).toContain('gradient')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(faded).toBe('none')

  await chart(page).focus()
  await page.keyboard.press('Tab')
  const focused = page.locator('[data-track]:focus')
  const first = await focused.locator('title').textContent()
  await expect(focused.locator('text')).toHaveCSS('opacity', '1')
  await page.keyboard.press('ArrowDown')
  await expect(focused.locator('title')).not.toHaveText(first ?? '')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Show as a table')).toBeFocused()

  // That of a single drop has none.
  await visit(page, '/solo/drops')
  await expect(page.getByText('Drop #1')).toBeVisible()
  await expect(page.getByText('From drop to drop')).toHaveCount(0)
})

test('The chart shows 26 drops, older ones on demand, and a table, without JavaScript', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/newcomer/drops')
  await expect(page.getByRole('region', { name: /^Chart of drops #15 to #40/ })).toBeVisible()
  expect(await track(page).count()).toBeGreaterThan(26)
  await page.getByRole('link', { name: 'Show as a table' }).click()
  await expect(page).toHaveURL('/newcomer/drops?view=table#rank-history')
  await expect(page.getByRole('row')).toHaveCount(27)
  await expect(chart(page)).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('#40')
  await expect(page.getByRole('row').nth(1).getByRole('link').nth(1)).toHaveAttribute(
    'href',
    /^\/tracks\/\w{22}$/,
  )
  await page.getByRole('link', { name: 'Older drops' }).click()
  await expect(page).toHaveURL('/newcomer/drops?before=15&view=table#rank-history')
  await expect(page.getByRole('row')).toHaveCount(15)
  await page.getByRole('link', { name: 'Show as a chart' }).click()
  await expect(page).toHaveURL('/newcomer/drops?before=15#rank-history')
  await expect(page.getByRole('region', { name: /^Chart of drops #1 to #14/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Older drops' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Newest drops' }).click()
  await expect(page).toHaveURL('/newcomer/drops#rank-history')
  await expect(page.getByRole('region', { name: /^Chart of drops #15 to #40/ })).toBeVisible()
})

test('The focus goes to what replaces the chart, whose name says which drops it shows', async ({
  page,
}) => {
  await visit(page, '/newcomer/drops')
  const figure = (name: RegExp) => page.getByRole('figure', { name })
  await expect(figure(/Chart of drops #15 to #40\. A line for each track\./)).toBeVisible()
  await page.getByRole('link', { name: 'Show as a table' }).click()
  await expect(figure(/Table of drops #15 to #40\. The tracks of each drop/)).toBeFocused()
  await page.getByRole('link', { name: 'Older drops' }).click()
  await expect(figure(/Table of drops #1 to #14\./)).toBeFocused()
  await page.getByRole('link', { name: 'Show as a chart' }).click()
  await expect(figure(/Chart of drops #1 to #14\./)).toBeFocused()
  await page.getByRole('link', { name: 'Newest drops' }).click()
  await expect(figure(/Chart of drops #15 to #40\./)).toBeFocused()
})

test('On the smallest phone the chart is scrolled within itself, from its newest drop on', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ viewport: { width: 320, height: 640 } })
  const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
  await visit(page, '/newcomer/drops?view=table')
  expect(await isTooWide()).toBe(false)
  await visit(page, '/newcomer/drops')
  expect(await isTooWide()).toBe(false)
  await expect(chart(page).getByText('#40', { exact: true })).toBeInViewport()
  await expect(chart(page).getByText('#15', { exact: true })).not.toBeInViewport()
  await chart(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart(page).evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(0)
})

test('The shelf has a spine for each drop, which names its number one and opens the drop, the newest in view', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 } })
  await visit(page, '/newcomer/drops')
  const shelf = page.getByRole('navigation', { name: 'Drops' })
  const spines = shelf.getByRole('link')
  await expect(spines).toHaveCount(40)
  await expect(spines.first()).toBeInViewport()
  await expect(spines.last()).not.toBeInViewport()
  const [first, second] = await Promise.all([0, 1].map(index => spines.nth(index).boundingBox()))
  // The newest is the last from the left, and the tallest.
  expect(first?.x).toBeGreaterThan(second?.x ?? 0)
  expect(first?.height).toBeGreaterThan(second?.height ?? 0)
  expect(second?.width).toBeGreaterThanOrEqual(24)
  await shelf.getByRole('link', { name: /^Drop #39: ./ }).click()
  await expect(page).toHaveURL('/newcomer/drops/39')
})

test('A long history loads older drops when its end is seen, or by a click, and the first of them has the focus', async ({
  newVisitor,
}) => {
  for (const isLoadedAlone of [false, true]) {
    const page = await newVisitor()
    if (!isLoadedAlone)
      await page.addInitScript(() => {
        Object.assign(window.IntersectionObserver.prototype, { observe: () => {} })
      })
    await visit(page, '/boss/drops')
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards).toHaveCount(26)
    await expect(cards.first()).toContainText('Drop #50')
    const more = page.getByRole('button', { name: 'Load more' })
    await more.focus()
    if (!isLoadedAlone) await page.keyboard.press('Enter')
    await expect(cards).toHaveCount(50)
    await expect(cards.last()).toContainText('Drop #1')
    await expect(more).toHaveCount(0)
    const first = cards.nth(26).getByRole('link')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
  }
})
