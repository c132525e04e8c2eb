import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'

test.use({ javaScriptEnabled: false })

const paths = ['/', '/mira', '/mira/drops', '/mira/drops/1', '/charts', '/login', '/no/such/page']

test('A visitor’s page contains the styles of all its elements', async ({ page }) => {
  for (const path of paths) {
    await page.goto(path)
    const { missing, found } = await page.evaluate(() => {
      const sheets = Array.from(document.styleSheets)
      const [inline, linked] = [
        sheets.filter(({ href }) => !href),
        sheets.filter(({ href }) => href),
      ]
      const contained = new Set(
        inline.flatMap(sheet => stylesOf(sheet.cssRules)).map(({ cssText }) => cssText),
      )
      const applying = linked
        .flatMap(sheet => stylesOf(sheet.cssRules))
        .filter(({ selectorText }) =>
          document.querySelector(`#app :is(${withoutStates(selectorText)})`),
        )
      return {
        missing: applying.map(({ cssText }) => cssText).filter(text => !contained.has(text)),
        found: applying.length,
      }

      function stylesOf(rules: CSSRuleList): CSSStyleRule[] {
        return Array.from(rules).flatMap(rule => {
          if (rule instanceof CSSStyleRule) return [rule]
          return rule instanceof CSSGroupingRule ? stylesOf(rule.cssRules) : []
        })
      }

      /** A selector of the elements that it can style, such as those that are not hovered now. */
      function withoutStates(selector: string): string {
        return selector.replaceAll(
          /::[\w-]+(?:\([^)]*\))?|(?<!\\):(?:hover|active|focus|focus-visible|disabled|open)(?![\w-])/g,
          '',
        )
      }
    })
    expect(missing, path).toEqual([])
    expect(found, path).toBeGreaterThan(50)
  }
})
