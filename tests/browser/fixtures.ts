import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { type AppProcess, startApp } from './app-process.ts'
import type { Seed } from './seed/seed-database.ts'

type WorkerFixtures = {
  /** The app on a worker's own copy of the seeded data; every test of the worker uses it. */
  seededApp: AppProcess & Seed
}

type TestFixtures = {
  /** A page of its own, signed in as this member of seed/members.ts. */
  as(username: string): Promise<Page>
  /** A page of its own, signed out. `page` is another. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  seededApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      const source = process.env.SEED_DIR ?? ''
      const folder = await mkdtemp(join(tmpdir(), 'radr-seeded-'))
      await cp(source, folder, { recursive: true })
      const seed: Seed = JSON.parse(await readFile(join(folder, 'seed.json'), 'utf8'))
      const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', SAMPLE_PROFILE: 'mira' })
      await use({ ...app, ...seed })
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ seededApp }, use) => use(seededApp.url),

  as: async ({ newVisitor, seededApp }, use) => {
    await use(username => {
      const session = seededApp.sessions[username]
      if (!session) throw new Error(`There is no seeded member ${username}`)
      return newVisitor({ storageState: signedIn(session) })
    })
  },

  newVisitor: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      return context.newPage()
    })
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
