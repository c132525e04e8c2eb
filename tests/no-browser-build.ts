import type { BrowserBuild } from '../src/app/pages/browser-build.ts'

/** Pages without scripts and styles. */
export const noBrowserBuild: BrowserBuild = {
  files: null,
  scriptHashes: [],
  tags: () => '',
}
