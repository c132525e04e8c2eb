import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The headless shell is Chromium without a window: tests take a fifth less processor time in it.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

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
  // What Chromium recommends is for a desktop.
  const options = ['-y', '-qq', '--no-install-recommends']
  apt('install', ...options, 'chromium-headless-shell', 'fonts-liberation')
  const installed = places.find(existsSync)
  if (!installed)
    throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM')
  return installed
}
