import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { statesByScreen } from '../screens/all-states.ts'
import type { Seed } from '../seed/seed-database.ts'
import { type Engine, type EngineKind, missingPackages } from './engine.ts'
import { type Host, startHost } from './host.ts'
import { tooWide } from './in-page.ts'
import { navigations, visits } from './journeys.ts'
import { openTab, type Tab } from './tab.ts'

const phone = { width: 390, height: 844 }

/**
 * Defines a test for each journey in this engine, or for those from page to page alone. Where it is not installed they are
 * skipped, or fail if `CI` is set.
 */
export function runJourneys(kind: EngineKind, { onlyNavigations = false } = {}) {
  const missing = missingPackages(kind)
  if (missing.length > 0) {
    const install = `${kind.name} is not tested: apt-get install ${missing.join(' ')}`
    if (process.env.CI) throw new Error(install)
    process.stdout.write(`${install}\n`)
  }
  const test = base.extend<{ engine: Engine; host: Host; tab: Tab }>({
    host: async ({ startOnce }, use) => use(await startOnce(startHost)),
    engine: async ({ startOnce }, use) => use(await startOnce(kind.start)),
    // A driver that opens no window must end this try soon: the next try starts another driver.
    tab: [
      async ({ engine, host }, use, testInfo) => {
        host.problems.length = 0
        const window = await engine.open(phone)
        await use(openTab(window, host.url))
        if (testInfo.status !== testInfo.expectedStatus)
          await writeFile(testInfo.outputPath('failed.png'), await window.screenshot())
        await window.close()
        host.refuse(null)
        expect(host.problems, 'errors in pages').toEqual([])
      },
      { timeout: 60_000 },
    ],
  })

  test.describe(kind.name, () => {
    test.skip(missing.length > 0, `needs ${missing.join(' ')}`)

    const journeys = onlyNavigations ? navigations : { ...navigations, ...visits }
    for (const [name, journey] of Object.entries(journeys))
      test(name, async ({ host, tab }) => {
        await journey(host, tab)
      })
    if (onlyNavigations) return

    test('A dialog whose file could not be had opens when it is tried again', async ({
      host,
      tab,
    }) => {
      await tab.visit('/kofi')
      host.refuse(/follow-by-email-dialog/)
      await tab.click('Follow')
      await tab.sees('This could not be loaded')
      host.refuse(null)
      const openedAt = await tab.run(() => performance.timeOrigin)
      await tab.click('Try again')
      await expect.poll(() => tab.run(() => performance.timeOrigin)).not.toBe(openedAt)
      await tab.waitForScript()
      await tab.click('Follow')
      await tab.sees('Follow @kofi')
    })

    test('No screen is wider than a phone', async ({ host, tab }) => {
      const wide: Record<string, string[]> = {}
      for (const { name, username, path } of widestScreens(host.links)) {
        await tab.visit(username ? host.sessionOf(username, path) : path)
        const elements = await tab.run(tooWide)
        if (elements.length > 0) wide[name] = elements
      }
      expect(wide).toEqual({})
    })
  })
}

/** Each screen that its URL alone shows, as its usual viewer sees it, and the member with the longest name. */
const widestScreens = (links: Seed['links']) =>
  Object.values(statesByScreen)
    .flatMap(states => [states?.[0], states?.find(({ name }) => name.endsWith('long-name'))])
    .filter(state => state !== undefined)
    .filter(({ mock, prepare, from }) => !mock && !prepare && !from)
    .map(({ name, as: username, path }) => ({
      name,
      username,
      path: typeof path === 'string' ? path : path(links),
    }))
