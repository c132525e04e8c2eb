import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Page = {
  module: string
  guard?: string
  load(): Promise<{ Screen: unknown }>
}

type PageTable = {
  pagesOf(site: object): Page[]
  matchPage(pages: Page[], pathname: string): { page: Page }
}

type States = Record<string, [{ path: string | ((links: object) => string) }]>

// Imports by name, because pages and stories belong to other TypeScript projects.
const load = (file: string) => import(/* @vite-ignore */ file)
const { pagesOf, matchPage } = (await load('./page-table.tsx')) as PageTable
const stories = '../../../tests/browser'
const { publicScreens } = (await load(`${stories}/public-screens.ts`)) as {
  publicScreens: string[]
}
const { statesByScreen } = (await load(`${stories}/screens/all-states.ts`)) as {
  statesByScreen: States
}
const pages = pagesOf({ brand: 'Radr' })
const modules = pages.map(({ module }) => module).toSorted()

test('Every screen belongs to a page, and every page has a screen', async () => {
  const screens = await Array.fromAsync(glob('src/*/screens/**/*-screen.tsx'))
  expect(modules, 'each screen has a line in page-table.tsx').toEqual(screens.toSorted())
  for (const { load } of pages) expect((await load()).Screen).toBeTypeOf('function')
})

test('Every page is the usual state of a screen that axe checks', () => {
  const links = { follow: 't', unsubscribe: 't', choices: 't', email: 't', reset: 't' }
  const checked = Object.values(statesByScreen).map(([usual]) => {
    const path = typeof usual.path === 'string' ? usual.path : usual.path(links)
    const { pathname } = new URL(path, 'http://radr.test')
    return matchPage(pages, pathname).page.module
  })
  expect(
    [...new Set(checked)].toSorted(),
    'each page is the first state of a screen in tests/browser/screens/',
  ).toEqual(modules)
})

test('The first download of every page that visitors see has a limit', () => {
  const open = pages.filter(({ guard }) => guard === undefined || guard === 'visitor')
  expect(
    publicScreens.map(screen => `src/${screen}.tsx`).toSorted(),
    'each page for visitors is in tests/browser/public-screens.ts',
  ).toEqual(open.map(({ module }) => module).toSorted())
})
