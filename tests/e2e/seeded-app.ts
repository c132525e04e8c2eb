import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { fillWithLife, password, type Tokens } from '../../scripts/screens-data.ts'
import { canBeUsed } from '../../scripts/screens-visit.ts'
import { newPerson, openBrowser } from './browser.ts'
import { startApp } from './running-app.ts'

export type LivelyApp = {
  url: string
  outbox: string
  browser: Browser
  tokens: Tokens
  /** A page of somebody from scripts/screens-people.ts, or of a visitor, at this address. */
  open(path: string, who?: string, before?: (page: Page) => Promise<unknown>): Promise<Page>
  /** The same, but come to in the page, so that the browser asks for everything itself. */
  arrive(
    path: string,
    who: string | undefined,
    before: (page: Page) => Promise<unknown>,
  ): Promise<Page>
  stop(): Promise<void>
}

/** The app with the members of scripts/screens-people.ts, their lists, drops and followers. */
export async function startLivelyApp(): Promise<LivelyApp> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-lively-'))
  const tokens = await fillWithLife(folder)
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off' })
  const browser = await openBrowser()
  const { url } = app

  async function start(who?: string) {
    const { page } = await newPerson(browser)
    if (!who) return page
    const answer = await page.request.post(`${url}/api/login`, {
      headers: { origin: url },
      data: { email: `${who.toLowerCase()}@mail.test`, password },
    })
    if (!answer.ok()) throw new Error(`${who} could not sign in`)
    return page
  }

  async function open(page: Page, path: string) {
    await page.goto(url + path)
    await canBeUsed(page)
    return page
  }

  return {
    url,
    outbox: app.outbox ?? '',
    browser,
    tokens,
    async open(path, who, before) {
      const page = await start(who)
      await before?.(page)
      return open(page, path)
    },
    async arrive(path, who, before) {
      const page = await open(await start(who), who ? '/settings' : '/')
      await before(page)
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
      return page
    },
    async stop() {
      await browser.close()
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
