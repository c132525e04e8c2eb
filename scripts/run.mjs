// Runs under whatever Node the machine has: installs what the lock file names (Node 24 among it) when that has
// not been done or the lock file has changed since, then runs a script with that Node: node scripts/run.mjs
// [<script> <arguments>…]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const lock = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'
const shell = process.platform === 'win32'
const [script, ...args] = process.argv.slice(2)

const installs = !existsSync(installed) || statSync(lock).mtimeMs > statSync(installed).mtimeMs
if (installs) {
  // Not to the standard output, which may be a backup.
  console.error('Installing what package-lock.json names…')
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', options, {
    stdio: ['inherit', process.stderr, 'inherit'],
    shell,
  })
  if (status !== 0) process.exit(status ?? 1)
}
if (script && installs) {
  // This process may be of another version of Node.
  const child = spawn('node_modules/.bin/node', [script, ...args], { stdio: 'inherit', shell })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', code => process.exit(code ?? 1))
} else if (script) {
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
}
