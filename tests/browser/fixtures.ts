import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import type { Database } from '../../src/platform/database.ts'
import { type AppProcess, startApp } from './app-process.ts'
import type { Seed } from './seed/seed-database.ts'

type SeededApp = AppProcess & Seed

type WorkerFixtures = {
  seededAppOf: (file: string) => Promise<SeededApp>
}

type TestFixtures = {
  /** The app on a copy of the seeded data that the tests of one file share, in their order. */
  seededApp: SeededApp
  /** A page of its own, signed in as this member of seed/members.ts. */
  as(username: string): Promise<Page>
  /** A page of its own, signed out. `page` is another. */
  newVisitor(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  seededAppOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      let current: { file: string; app: SeededApp } | undefined
      await use(async file => {
        if (current?.file === file) return current.app
        await current?.app.stop()
        current = { file, app: await startSeededApp() }
        return current.app
      })
      await current?.app.stop()
    },
    { scope: 'worker' },
  ],

  seededApp: async ({ seededAppOf }, use, { file }) => use(await seededAppOf(file)),

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

/** Starts the app on a copy of the seeded data, to which `add` may add more. */
export async function startSeededApp(add?: (db: Database) => Promise<unknown>): Promise<SeededApp> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-seeded-'))
  await cp(process.env.SEED_DIR ?? '', folder, { recursive: true })
  if (add) {
    const { db, close } = await openEmbedded(`${folder}/db`)
    await add(db).finally(close)
  }
  const seed: Seed = JSON.parse(await readFile(join(folder, 'seed.json'), 'utf8'))
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', SAMPLE_PROFILE: 'mira' })
  const stop = async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...app, ...seed, stop }
}

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
