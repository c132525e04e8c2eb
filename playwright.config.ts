import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

/** What people do in a browser, and checks of every screen and mail for accessibility. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  globalSetup: './tests/browser/global-setup.ts',
  forbidOnly: true,
  workers: availableParallelism() + 1,
  // One slow page must not stop a release; the end of the log names the test.
  retries: process.env.CI ? 1 : 0,
  // Only a hang or a machine under heavy load takes this long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    actionTimeout: 60_000,
    // A service worker's requests cannot be mocked; installation.test.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      // Workers read this file after global-setup.ts has brought the browser.
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        // Results are the same with and without a network: only the app can be reached.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
      ],
    },
  },
})
