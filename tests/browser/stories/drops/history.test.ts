import { expect, type Locator } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { hold } from '../../mock-responses.ts'
import {
  callsTo,
  navigate,
  pauseClock,
  untilHydrated,
  visit,
  visitBeforeScripts,
} from '../../page-actions.ts'

const scrollY = 'window.scrollY'
const historyLength = 'window.history.length'
const phone = { viewport: { width: 390, height: 800 } }

test('Hydration and a reload keep the scroll position', async ({ newVisitor }) => {
  const page = await newVisitor(phone)
  const arrive = await visitBeforeScripts(page, '/kofi')
  await page.getByRole('heading', { name: 'kofi' }).waitFor()
  await page.evaluate('window.scrollTo(0, 150)')
  await expect.poll(() => page.evaluate(scrollY)).toBe(150)
  await arrive()
  expect(await page.evaluate(scrollY)).toBe(150)
  await page.reload()
  await untilHydrated(page)
  expect(await page.evaluate(scrollY)).toBe(150)
})

test('A fragment is scrolled to and opened, in a new document and from another page', async ({
  as,
}) => {
  const page = await as('mira', '/settings#your-data')
  const part = page.getByRole('link', { name: 'Download my data' })
  await expect(part).toBeInViewport()
  await visit(page, '/charts')
  await navigate(page, '/settings#your-data')
  await expect(part).toBeInViewport()
})

test('A link to the page that is shown adds nothing to the history and goes to the top', async ({
  as,
}) => {
  const page = await as('mira', '/charts')
  await page.setViewportSize({ width: 900, height: 400 })
  const before = await page.evaluate(historyLength)
  await page.evaluate('window.scrollTo(0, 200)')
  const link = page.getByRole('link', { name: 'Charts' }).first()
  for (const _ of [1, 2, 3]) await link.click()
  await expect.poll(() => page.evaluate(scrollY)).toBe(0)
  expect(await page.evaluate(historyLength)).toBe(before)
})

test('A page that takes long announces that it loads, and its screen is never without its data', async ({
  as,
}) => {
  const page = await as('mira', '/settings')
  const answer = await hold(page, '**/api/feed?*')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Drop Feed' })).toBeVisible()
  await expect(page.getByRole('feed')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
})

test('A finger that scrolls loads no pages, and one that rests on a link does', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ ...phone, hasTouch: true })
  await page.clock.install()
  await visit(page, '/charts')
  await pauseClock(page)
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  const [swiped, touched] = [links.first(), links.nth(1)]
  const callsOf = async (link: Locator) =>
    callsTo(page, `/api/profile${await link.getAttribute('href')}`)
  const [swipedCalls, touchedCalls] = [await callsOf(swiped), await callsOf(touched)]
  await swiped.dispatchEvent('touchstart')
  await page.clock.runFor(99)
  await swiped.dispatchEvent('touchmove')
  await page.clock.runFor(1000)
  await touched.dispatchEvent('touchstart')
  await page.clock.runFor(100)
  await expect.poll(() => touchedCalls).toHaveLength(1)
  expect(swipedCalls).toEqual([])
})

test('Back restores what was searched, also after a reload', async ({ page }) => {
  await visit(page, '/charts')
  const search = page.getByRole('region', { name: 'Find members' })
  const field = search.getByRole('searchbox')
  await field.fill('kofi')
  const found = search.getByRole('link', { name: '@kofi' })
  await expect(page).toHaveURL('/charts?find=kofi')
  await found.click()
  await expect(page).toHaveURL('/kofi')
  await page.goBack()
  await expect(field).toHaveValue('kofi')
  await expect(found).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('kofi')
  await expect(found).toBeVisible()
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await expect(field).toHaveValue('')
})

test('Back restores the page, the sort and the filter of a list, and the position', async ({
  as,
}) => {
  const page = await as('mira', '/followers')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Verified')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest first')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  const rows = page.getByRole('main').getByRole('list').first()
  await expect(page).toHaveURL('/followers?status=verified&order=asc&followersPage=2')
  await expect(rows).not.toHaveAttribute('aria-busy', 'true')
  const shown = await rows.innerText()
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('verified')
  expect(await rows.innerText()).toBe(shown)
})

test('Back from a member to further members of a track keeps the position', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 500 })
  await visit(page, '/tracks/3nvuPQTw2zuFAVuLsC9IYQ')
  const members = page.getByRole('region', { name: 'Who has it now' }).getByRole('link')
  const first = await members.first().innerText()
  await page.getByRole('link', { name: 'More who have it' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(members.first()).not.toHaveText(first, { useInnerText: true })
  const member = members.nth(4)
  await member.scrollIntoViewIfNeeded()
  const position = await page.evaluate(scrollY)
  await member.click()
  await expect(page).not.toHaveURL(/after=/)
  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => page.evaluate(scrollY)).toBe(position)
})
