import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { type MailReader, readOutbox } from './mail-reader.ts'
import { visit } from './page-actions.ts'
import { type Additions, type SeededApp, startSeededApp } from './seeded-app.ts'

type Stoppable = { stop(): Promise<void> }

type WorkerFixtures = {
  /**
   * Starts something once for all tests of a worker, and stops it after them. Files share this fixture, because
   * Playwright restarts worker and browser for a file with fixtures of a worker of its own.
   */
  startOnce<Started extends Stoppable>(
    start: () => Promise<Started>,
    key?: object,
  ): Promise<Started>
}

type TestFixtures = {
  /** What the app of a file has beside the seeded data, if it needs an app of its own. */
  additions: Additions
  /** The app on a copy of the seeded data that all tests of a worker share. */
  seededApp: SeededApp
  /** A page of its own, signed in as this member of seed/members.ts, which visits `path` if it is given. */
  as(username: string, path?: string): Promise<Page>
  /** The mails that the app has sent. */
  outbox: MailReader
  /** A page of its own, signed out. `page` is another. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  startOnce: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      const started = new Map<object, Promise<Stoppable>>()
      await use((start, key = start) => {
        const own = (started.get(key) ?? start()) as ReturnType<typeof start>
        started.set(key, own)
        return own
      })
      for (const each of started.values()) await (await each).stop()
    },
    { scope: 'worker' },
  ],

  additions: [{}, { option: true }],

  seededApp: async ({ startOnce, additions }, use) =>
    use(await startOnce(() => startSeededApp(additions), additions)),

  baseURL: ({ seededApp }, use) => use(seededApp.url),

  as: async ({ newVisitor, seededApp }, use) => {
    await use(async (username, path) => {
      const session = seededApp.sessions[username]
      if (!session) throw new Error(`There is no seeded member ${username}`)
      const page = await newVisitor({ storageState: signedIn(session) })
      if (path) await visit(page, path)
      return page
    })
  },

  outbox: async ({ newVisitor, seededApp }, use) =>
    use(readOutbox(await newVisitor(), seededApp.outbox)),

  page: async ({ newVisitor }, use) => use(await newVisitor()),

  newVisitor: async ({ browser, baseURL }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      return context.newPage()
    })
    // Playwright's own setting takes a picture of each page, and keeps those of a failed test.
    if (testInfo.status !== testInfo.expectedStatus)
      for (const [index, page] of contexts.flatMap(context => context.pages()).entries())
        await page.screenshot({ path: testInfo.outputPath(`failed-${index + 1}.png`) })
    for (const context of contexts) await context.close()
  },
})

const signedIn = (session: string) => ({
  cookies: [
    {
      name: 'session',
      value: session,
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
})
