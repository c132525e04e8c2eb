import type { BrowserBuild } from '../src/web/pages/browser-build.ts'

/** Pages without scripts and styles. */
export const noBrowserBuild: BrowserBuild = {
  files: null,
  scriptHashes: [],
  tags: () => '',
}
