import type { Page, ScreenModule } from './page-table.tsx'

/** Modules of screens, loaded or loading, by source file. */
const modules = new Map<string, Promise<ScreenModule> | ScreenModule>()

/** Loads a screen's module, so that it renders without suspending. */
export async function preloadScreen(page: Page): Promise<ScreenModule> {
  const module = await (modules.get(page.module) ?? page.load())
  modules.set(page.module, module)
  return module
}

/** The module, or its promise to suspend with. A failed one stays, or React would retry it on each render. */
export function loadScreen(page: Page): Promise<ScreenModule> | ScreenModule {
  const known = modules.get(page.module) ?? page.load()
  modules.set(page.module, known)
  return known
}

/** After a failed download, so that the next navigation tries again. */
export const dropScreen = (page: Page) => modules.delete(page.module)
