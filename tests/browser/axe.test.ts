import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findViolations, isFullCheck, rulesInDark } from './find-violations.ts'
import { test } from './fixtures.ts'
import { cutOffTexts } from './measure.ts'
import { statesByScreen } from './screens/all-states.ts'
import { openState } from './screens/screen-state.ts'

// The tests change no data, so all workers share them; the tests of a story run in one order.
test.describe.configure({ mode: 'parallel' })

for (const [screen, states = []] of Object.entries(statesByScreen)) {
  // The first state of a screen is its usual one; the others are checked before a release.
  const checked = isFullCheck ? states : states.slice(0, 1)

  test(`axe finds no violations in ${screen}, and it fits 320 px and text of 200 %`, async ({
    as,
    newVisitor,
    seededApp,
  }) => {
    test.setTimeout(60_000 * checked.length)
    // Pages of one context share its cache, and no mocks.
    const contexts = new Map<string | undefined, BrowserContext>()
    for (const state of checked) {
      await test.step(state.name, async () => {
        const page = await (contexts.get(state.as)?.newPage() ??
          (state.as ? as(state.as) : newVisitor()))
        contexts.set(state.as, page.context())
        await openState(page, state, seededApp.links)
        expect.soft(await findViolations(page), state.name).toEqual([])
        expect.soft(await idsNamedAsGlobals(page), `${state.name}, ids`).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect.soft(await findViolations(page, rulesInDark), `${state.name}, dark`).toEqual([])
        // 1280 px at a zoom of 400 %.
        await page.setViewportSize({ width: 320, height: 640 })
        const width = await page.evaluate('document.documentElement.scrollWidth')
        expect.soft(width, `${state.name} scrolls sideways`).toBeLessThanOrEqual(320)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        const enlarged = await page.evaluate('document.documentElement.scrollWidth')
        expect.soft(enlarged, `${state.name}, text at 200 %`).toBeLessThanOrEqual(390)
        expect.soft(await cutOffTexts(page), `${state.name}, text at 200 %`).toEqual([])
        // Unsaved edits are of this state alone.
        await page.evaluate(() => localStorage.clear())
        await page.close()
      })
    }
  })
}

/** An element with such an id or name stands in for the property in browsers that do not have it. */
const idsNamedAsGlobals = (page: Page) =>
  page.evaluate(() => {
    const clean = document.body.appendChild(document.createElement('iframe'))
    const globals = clean.contentWindow ?? {}
    const names = [...document.querySelectorAll('[id], :is(embed, form, img, object)[name]')]
      .flatMap(each => [each.id, each.getAttribute('name') ?? ''])
      .filter(name => name !== '' && name in globals)
    clean.remove()
    return names
  })
