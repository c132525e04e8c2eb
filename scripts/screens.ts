import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../tests/e2e/browser.ts'
import { startApp } from '../tests/e2e/running-app.ts'
import { buildWhenNeeded } from './build.ts'
import { findChromium } from './chromium.ts'
import { fillWithLife } from './screens-data.ts'
import { homeShots } from './screens-of-home.ts'
import { memberShots } from './screens-of-members.ts'
import { visitorShots } from './screens-of-visitors.ts'
import { type Shot, startVisits } from './screens-visit.ts'

// Pictures of every screen in every state, to be looked at: `npm run screens`, or with the beginning
// of a name (`npm run screens -- home charts-em`) only some.
const folder = 'screens'
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
]
const wanted = process.argv.slice(2)
const shots = [...visitorShots, ...homeShots, ...memberShots].filter(
  ({ name }) => wanted.length === 0 || wanted.some(start => name.startsWith(start)),
)

process.env.CHROMIUM = findChromium()
await buildWhenNeeded()
const data = await mkdtemp(join(tmpdir(), 'radr-screens-'))
const tokens = await fillWithLife(data)
const app = await startApp({
  DATA_DIR: data,
  RATE_LIMITS: 'off',
  SPOTIFY_OEMBED_URL: 'off',
  SAMPLE_PROFILE: 'mira',
})
const browser = await openBrowser()
const visits = startVisits(browser, app.url, tokens)
const failed: string[] = []
await mkdir(folder, { recursive: true })
try {
  for (const shot of shots) await photograph(shot)
} finally {
  await visits.close()
  await browser.close()
  await app.stop()
  await rm(data, { recursive: true, force: true })
}
if (failed.length > 0) {
  console.error(`\nNot reached:\n${failed.join('\n')}`)
  process.exitCode = 1
}

async function photograph(shot: Shot) {
  let page: Page
  try {
    page = await visits.open(shot)
  } catch (error) {
    failed.push(`${shot.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return
  }
  for (const size of windows) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${shot.name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: !shot.inWindow, animations: 'disabled' })
      console.log(path)
    }
  }
  await page.close({ runBeforeUnload: false })
}
