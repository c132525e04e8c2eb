import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password, type Tokens } from './screens-data.ts'
import { coverOf } from './screens-pictures.ts'

/** One screen in one state. */
export type Shot = {
  /** `{screen}-{state}`, as in the picture's name. */
  name: string
  /** A username; without one a visitor. */
  who?: string
  path: string | ((tokens: Tokens) => string)
  /** Come from this page by a link in the page, so that the server does not render the screen. */
  from?: string
  /** Before the page is opened: what the server answers. */
  before?: (page: Page) => Promise<unknown>
  /** Once the page can be used. */
  prepare?: (page: Page) => Promise<unknown>
  /** What is seen once it is ready. */
  until?: string | RegExp
  /** The picture is of the window, not of the whole page: something stands in front of it. */
  inWindow?: boolean
}

export type Visits = { open(shot: Shot): Promise<Page>; close(): Promise<void> }

/** Opens the app's screens; everybody signs in once. */
export function startVisits(browser: Browser, url: string, tokens: Tokens): Visits {
  const people = new Map<string, BrowserContext>()

  async function contextOf(who: string | undefined) {
    const known = people.get(who ?? '')
    if (known) return known
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      colorScheme: 'light',
    })
    await context.route('https://i.scdn.co/**', route =>
      route.fulfill({ contentType: 'image/svg+xml', body: coverOf(route.request().url()) }),
    )
    if (who) await signIn(context, who)
    people.set(who ?? '', context)
    return context
  }

  async function signIn(context: BrowserContext, who: string) {
    const answer = await context.request.post(`${url}/api/login`, {
      headers: { origin: url },
      data: { email: `${who.toLowerCase()}@mail.test`, password },
    })
    if (!answer.ok()) throw new Error(`${who} could not sign in: ${answer.status()}`)
  }

  return {
    async open({ who, path, from, before, prepare, until }) {
      const page = await (await contextOf(who)).newPage()
      page.setDefaultTimeout(20_000)
      const address = typeof path === 'string' ? path : path(tokens)
      if (!from) await before?.(page)
      await page.goto(url + (from ?? address))
      await canBeUsed(page)
      if (from) {
        await before?.(page)
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
      }
      await prepare?.(page)
      if (until) await page.getByText(until).filter({ visible: true }).first().waitFor()
      return page
    },
    async close() {
      for (const context of people.values()) await context.close()
    },
  }
}

/** The page's script has taken over. Asked again and again, because the page's policy lets no watcher be put into it. */
export async function canBeUsed(page: Page) {
  while (!(await page.evaluate('window.endPreHydrationClicks === undefined'))) await setTimeout(20)
}

// What the server says, for states that it is seldom in.

export const answer =
  (calls: string, body: unknown, status = 200) =>
  (page: Page) =>
    page.route(calls, route => route.fulfill({ status, json: body }))
export const fail = (calls: string) =>
  answer(calls, { message: 'Something went wrong on our side. Please try again.' }, 500)
/** Never answers. */
export const hang = (calls: string) => (page: Page) => page.route(calls, () => {})

// What a person does, one after the other.

type Step = (page: Page) => Promise<unknown>
export const steps =
  (...all: Step[]): Step =>
  async page => {
    for (const step of all) await step(page)
  }
export const press =
  (name: string | RegExp): Step =>
  page =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click()
export const pressInDialog =
  (name: string | RegExp): Step =>
  page =>
    page.locator('[role=dialog],[role=alertdialog]').getByRole('button', { name }).last().click()
export const fill =
  (label: string, text: string): Step =>
  page =>
    page.getByLabel(label, { exact: true }).filter({ visible: true }).first().fill(text)
export const choose =
  (name: string): Step =>
  page =>
    page.getByRole('tab', { name }).click()
export const dialog: Step = page =>
  page.locator('[role=dialog],[role=alertdialog]').first().waitFor()
