import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { pauseClock, visit } from '../../page-actions.ts'

const answers = {
  '/api/drops/has-changes': { hasChanges: false, savedAt: null, lastDrop: null },
  '/api/drops/check-weekly-limit': { nextDropTime: null },
  '/api/users/mira/drops-count': { totalDrops: 6 },
}

test('Home polls for changes every 5 s, for the weekly limit every minute, and for the number of drops every 3 s, as a profile does', async ({
  as,
  page: visitor,
}) => {
  const page = await as('mira')
  await visitWithAnswers(page, '/home')
  expect(await secondsBetweenCalls(page)).toEqual({
    '/api/drops/has-changes': [5],
    '/api/drops/check-weekly-limit': [60],
    '/api/users/mira/drops-count': [3],
  })
  await visitWithAnswers(visitor, '/mira')
  expect(await secondsBetweenCalls(visitor)).toEqual({ '/api/users/mira/drops-count': [3] })
})

test('When its window gets the focus, a profile asks again for what it polls, and for nothing else', async ({
  page,
}) => {
  await visitWithAnswers(page, '/mira')
  const before = (await callsOf(page)).length
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const paths = (await callsOf(page)).slice(before).map(({ path }) => path)
  expect(paths).toEqual(['/api/users/mira/drops-count'])
})

type Call = { path: string; at: number }

/**
 * Pauses the page's clock a minute after the page is opened. The page answers the calls that are polled itself, at
 * once, so that only its clock decides when the next one is made.
 */
async function visitWithAnswers(page: Page, path: string) {
  await page.addInitScript(given => {
    const calls: Call[] = []
    const send = window.fetch
    window.fetch = async (input, init) => {
      const { pathname } = new URL(String(input), location.href)
      calls.push({ path: pathname, at: Date.now() })
      const answer = Object.entries(given).find(([each]) => each === pathname)?.[1]
      if (!answer) return send(input, init)
      return { ok: true, status: 200, text: async () => JSON.stringify(answer) } as Response
    }
    Object.assign(window, { calls })
  }, answers)
  await page.clock.install()
  await visit(page, path)
  await pauseClock(page)
}

const callsOf = (page: Page) => page.evaluate<Call[]>('window.calls')

async function secondsBetweenCalls(page: Page) {
  const before = (await callsOf(page)).length
  await page.clock.runFor(185_000)
  const calls = (await callsOf(page)).slice(before).filter(({ path }) => path in answers)
  const byPath = Map.groupBy(calls, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, polled]) => {
      const gaps = polled.slice(1).map(({ at }, index) => at - (polled[index]?.at ?? 0))
      return [path, [...new Set(gaps.map(gap => Math.round(gap / 100) / 10))]]
    }),
  )
}
