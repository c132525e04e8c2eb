import { expect } from '@playwright/test'
import { findViolations, rulesInDark } from './find-violations.ts'
import { test } from './fixtures.ts'
import { allStates } from './screens/all-states.ts'
import { openState } from './screens/screen-state.ts'

for (const state of allStates) {
  test(`axe finds no violations in ${state.name}`, async ({ as, newVisitor, seededApp }) => {
    const page = await (state.as ? as(state.as) : newVisitor())
    await openState(page, state, seededApp.links)
    expect(await findViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page, rulesInDark)).toEqual([])
  })
}
