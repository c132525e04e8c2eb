import { expect, type Locator } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { listedTracks, visit } from '../../page-actions.ts'

test.describe('Where the system’s colors replace all others', () => {
  test('nothing shows through the bar at the lower edge of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 })
    await page.emulateMedia({ forcedColors: 'active' })
    await visit(page, '/kofi')
    const bar = page.locator('#floating-bar')
    await expect(bar).toBeVisible()
    const ground = await bar.evaluate(each => getComputedStyle(each).backgroundColor)
    expect(ground).toMatch(/^rgb\(/)
  })

  for (const [path, username] of [['/kofi'], ['/kofi/drops/9'], ['/home', 'mira']] as const)
    test(`number one and the buttons of ${path} have edges`, async ({ as, newVisitor }) => {
      const page = await (username ? as(username) : newVisitor())
      await page.emulateMedia({ forcedColors: 'active' })
      await visit(page, path)
      const rows = username ? page.getByRole('article') : listedTracks(page)
      const main = page.getByRole('button', { name: username ? 'DROP' : 'Follow', exact: true })
      const disc = rows.first().getByText(/^Number 1$/)
      const play = username
        ? rows.first().getByRole('button', { name: /^Play / })
        : rows.first().locator('span:has(> svg)').last()
      for (const edged of [disc, play, main.first()]) expect(await hasEdge(edged)).toBe(true)
    })

  test('the lines of the history are drawn in them, too', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await visit(page, '/kofi/drops')
    const background = await page.evaluate(
      'getComputedStyle(document.documentElement).backgroundColor',
    )
    const dots = page.locator('[data-track] path').last()
    const strokes = page.locator('[data-track] .stroke-canvas').first()
    expect(await strokes.evaluate(each => getComputedStyle(each).stroke)).toBe(background)
    expect(await dots.evaluate(each => getComputedStyle(each).stroke)).not.toBe(background)
  })
})

/** Whether its border differs from the page. */
const hasEdge = (element: Locator) =>
  element.evaluate(each => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(each)
    const background = getComputedStyle(document.documentElement).backgroundColor
    return Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== background
  })
