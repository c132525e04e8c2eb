import { expect, type Page, type Route } from '@playwright/test'
import fc from 'fast-check'
import { testSize } from '../../../random-runs.ts'
import { test } from '../../fixtures.ts'
import { navigate, visit } from '../../page-actions.ts'

/** What the main heading of a page begins with, also when its data could not be loaded. */
const headings = {
  '/people': 'Your People',
  '/feed': 'Drop Feed',
  '/charts': 'Charts',
  '/settings': 'Settings',
  '/kofi': 'kofi',
  '/solo': 'solo',
  '/ines_b': 'ines_b',
  '/kofi/drops': 'Drop history: @kofi',
  '/mira/drops': 'Your Drops',
}
type Path = keyof typeof headings
const paths = Object.keys(headings) as Path[]

const interruptions = {
  // Within the document: the entries before it are of other runs.
  back() {
    const { currentEntry } = window.navigation
    if (window.navigation.entries()[(currentEntry?.index ?? 0) - 1]?.sameDocument) history.back()
  },
  forward: () => history.forward(),
  fragment: () => window.location.assign('#content'),
  noFragment: () => window.location.assign('#'),
  stop: () => window.stop(),
  tab: () => document.querySelector<HTMLElement>('[role=tab][aria-selected=false]')?.click(),
  replaceState: () => history.replaceState(history.state, '', window.location.href),
  download() {
    const link = Object.assign(document.createElement('a'), { href: '/favicon.ico', download: '' })
    document.body.append(link)
    link.click()
    link.remove()
  },
}

type Step = Path | keyof typeof interruptions | 'response'

test('A navigation that anything interrupts ends with the screen of the URL', async ({ as }) => {
  const page = await as('mira', '/people')
  const calls = await holdCalls(page)
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Step>(...paths) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...(Object.keys(interruptions) as Step[])),
    },
    { weight: 2, arbitrary: fc.constant<Step>('response') },
  )
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 2, maxLength: 12 }),
    async steps => {
      calls.answerAll()
      await visit(page, '/people')
      calls.hold()
      for (const step of steps) {
        if (step === 'response') calls.answerNext()
        else if (step in headings) await navigate(page, step)
        else await page.evaluate(interruptions[step as keyof typeof interruptions])
      }
      calls.answerAll()
      await expectScreenOfAddress(page)
    },
  )
  await fc.assert(property, {
    numRuns: testSize(8, 120),
    endOnFailure: true,
    examples: [
      [['/feed', 'tab']],
      [['/feed', 'stop']],
      [['/feed', 'fragment']],
      [['/feed', 'download']],
      [['/feed', '/kofi', 'back', 'fragment']],
      [['/kofi/drops', 'stop', 'noFragment']],
    ],
  })
})

async function expectScreenOfAddress(page: Page) {
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 10_000 })
  const shown = () =>
    page.evaluate(() => ({
      path: window.location.pathname,
      heading: document.querySelector('h1')?.textContent,
    }))
  await expect(async () => {
    const { path, heading } = await shown()
    expect({ path, heading }).toEqual({ path, heading: headings[path as Path] })
  }).toPass({ timeout: 10_000 })
}

/** Holds the page's calls of the API until they are answered one by one, in the order in which they were made. */
async function holdCalls(page: Page) {
  let isHolding = false
  const held: Route[] = []
  const go = (route: Route) => void route.continue()
  await page.route('**/api/**', route => (isHolding ? void held.push(route) : go(route)))
  return {
    hold() {
      isHolding = true
    },
    answerNext() {
      const next = held.shift()
      if (next) go(next)
    },
    answerAll() {
      isHolding = false
      for (const route of held.splice(0)) go(route)
    },
  }
}
