import { join } from 'node:path'
import { test } from '../fixtures.ts'
import { allStates } from './all-states.ts'
import { openState } from './screen-state.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

for (const state of allStates) {
  test(state.name, async ({ as, newVisitor, seededApp }) => {
    const page = await (state.as ? as(state.as) : newVisitor())
    await openState(page, state, seededApp.links)
    for (const size of windows) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: join('screens', `${state.name}-${size.width}-${colorScheme}.png`),
          fullPage: !state.inWindow,
          animations: 'disabled',
          // What is far from the window is drawn, too.
          style: '* { content-visibility: visible !important }',
        })
      }
    }
  })
}
