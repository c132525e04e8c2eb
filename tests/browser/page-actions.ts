import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a page and waits until its script has taken over. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page)
}

/** Waits until the tracks of the list can be dragged: what does that is loaded after hydration. */
export async function untilDraggable(page: Page) {
  const handle = page.getByRole('button', { name: /^Move / }).first()
  await expect(handle).toHaveAccessibleDescription(/^Press space bar to start a drag/)
}

/** Goes to a page inside the app, so that the browser requests the page's data itself. */
export async function navigate(page: Page, path: string) {
  await page.evaluate(to => history.pushState(null, '', to), path)
}

/** Stops the clock of a page that has one of its own (`page.clock.install`); it then runs only when it is told to. */
export const pauseClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

/** Runs the page's clock in small steps until the element is there. */
export async function runUntilVisible(page: Page, element: Locator) {
  while ((await element.count()) === 0) await page.clock.runFor(20)
}

/** The calls of this address that the page makes from now on. */
export function callsTo(page: Page, path: string): string[] {
  const calls: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === path) calls.push(request.url())
  })
  return calls
}

/** Polls, because `page.waitForFunction` uses eval in the page, which the content security policy forbids. */
async function untilHydrated(page: Page) {
  const hydrated = () => page.evaluate('window.endPreHydrationClicks === undefined')
  await expect.poll(hydrated, { intervals: [20] }).toBe(true)
}

/** Calls the API as the page's member. */
export async function post(page: Page, url: string, data: object) {
  const { origin } = new URL(url)
  const response = await page.request.post(url, { headers: { origin }, data })
  expect(response.ok(), `${url}: ${await response.text()}`).toBe(true)
}

/**
 * Errors in the page's console and uncaught exceptions, since the page was made. Covers at the streaming service,
 * which tests do not reach, are left out.
 */
export async function errorsOf(page: Page): Promise<string[]> {
  const { host } = new URL(page.url())
  const all = await page.consoleMessages({ filter: 'all' })
  const messages = all.filter(message => new URL(message.location().url, page.url()).host === host)
  const exceptions = await page.pageErrors({ filter: 'all' })
  return [
    ...messages.filter(message => message.type() === 'error').map(message => message.text()),
    ...exceptions.map(String),
  ]
}

/** A color as the browser shows it. */
export const colorOf = (element: Locator, property: 'color' | 'borderTopColor' = 'color') =>
  element.evaluate((each, name) => getComputedStyle(each)[name], property)

/** Scrolls down as often as it takes until `end` has been loaded. */
export async function scrollToEnd(page: Page, end: Locator) {
  const scroll = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(async () => {
    await scroll()
    await expect(end).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
}
