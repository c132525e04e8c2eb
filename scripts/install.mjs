// Runs before every npm script, under whatever Node the machine has: installs what the lock file
// names (Node 24 among it) when that has not been done yet or the lock file has changed since.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const lock = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'

if (!existsSync(installed) || statSync(lock).mtimeMs > statSync(installed).mtimeMs) {
  console.log('Installing what package-lock.json names…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exit(status ?? 1)
}
