import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Routes = {
  pagesOf(site: object): { module: string; code: { load(): Promise<{ Screen: unknown }> } }[]
}

test('Every screen belongs to a page, and every page has a screen', async () => {
  // By name, because the pages belong to the browser's TypeScript project.
  const source = './page-table.tsx'
  const { pagesOf } = (await import(/* @vite-ignore */ source)) as Routes
  const pages = pagesOf({ brand: 'Radr' })
  const screens = await Array.fromAsync(glob('src/*/screens/**/*-screen.tsx'))
  expect(pages.map(({ module }) => module).toSorted()).toEqual(screens.toSorted())
  for (const { code } of pages) expect((await code.load()).Screen).toBeTypeOf('function')
})
