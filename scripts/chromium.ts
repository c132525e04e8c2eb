import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The headless shell is Chromium without a window: tests take a fifth less processor time in it.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The installed Chromium; on Debian it is installed when it is missing and that is allowed. */
export function findChromium(): string {
  const found = process.env.CHROMIUM ?? places.find(existsSync)
  if (found) return found
  console.log('Installing Chromium…')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', 'chromium-headless-shell')
  const installed = places.find(existsSync)
  if (!installed)
    throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM')
  return installed
}
