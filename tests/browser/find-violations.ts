import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const minified = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axeSource = await readFile(minified, 'utf8')

/** Set by `npm run test:all`: every state of every screen, by all rules in both themes. */
export const isFullCheck = process.env.AXE === 'full'

/** Themes differ in colors alone, so in a second theme the contrast rule is enough; a release checks all. */
export const rulesInDark = isFullCheck ? undefined : ['color-contrast']

/** What axe finds wrong with a page as it is shown, as `rule: elements`; by default by all its rules. */
export async function findViolations(page: Page, runOnly?: string[]): Promise<string[]> {
  // While a color is in transition, its contrast is that of neither theme; transitions outside the viewport would not run.
  await page.evaluate(() => {
    const drawn = new CSSStyleSheet()
    drawn.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(drawn)
    const transitions = document.getAnimations().filter(each => each instanceof CSSTransition)
    return Promise.allSettled(transitions.map(each => each.finished)).then(() => null)
  })
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axeSource)
  return page.evaluate(
    async options => {
      const { violations } = await window.axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    // Describing what passes the rules takes longer than the rules.
    { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) },
  )
}
