import { expect, type Locator } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { boxOf, cutOffTexts } from '../../measure.ts'
import { chooseInMenu, visit } from '../../page-actions.ts'
import { openState } from '../../screens/screen-state.ts'
import { shelfStates } from '../../screens/shelf-states.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

// The usual state of each screen is checked by axe.test.ts.
for (const [path, username] of [
  ['/login?from=kofi'],
  ['/charts#trending-tracks'],
  ['/home', 'newcomer'],
] as const)
  test(`no title is cut off on ${path} of ${username ?? 'a visitor'} with text of 200 %`, async ({
    as,
    newVisitor,
  }) => {
    const page = await (username ? as(username) : newVisitor())
    await visit(page, path)
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await cutOffTexts(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

test('numbers, titles and buttons keep their rows with text of 200 %', async ({
  as,
  page,
  seededApp,
}) => {
  const state = shelfStates.find(({ name }) => name === 'history-shelf-52')
  if (!state) throw new Error('There is no such state')
  await openState(page, state, seededApp.links)
  const enlarge = "document.documentElement.style.fontSize = '200%'"
  await page.evaluate(enlarge)
  const spines = page.getByRole('navigation', { name: 'Drops' }).getByRole('link')
  const titles = page.locator('main ol[aria-hidden] bdi')
  await expect(titles).not.toHaveCount(0)
  for (const each of await spines.all()) expect(await linesOf(each)).toBe(1)
  for (const each of await titles.all()) expect((await boxOf(each)).height).toBeLessThan(36)
  const member = await as('mira', '/home')
  await member.evaluate(enlarge)
  await chooseInMenu(member, 1, 'Move up')
  const bar = member.getByRole('region', { name: 'Unsaved changes' })
  const { x, width } = await boxOf(bar)
  for (const button of await bar.getByRole('button').all()) {
    const box = await boxOf(button)
    expect(box.x + box.width).toBeLessThanOrEqual(x + width)
  }
  await bar.getByRole('button', { name: 'Cancel' }).click()
})

const linesOf = (element: Locator) =>
  element.evaluate(each => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return range.getClientRects().length
  })
