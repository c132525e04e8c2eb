// Runs under whatever Node the machine has: installs what the lock file names (Node 24 among it) unless that is
// installed, then runs a script with that Node: node scripts/run.mjs [<script> <arguments>…]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const node = 'node_modules/.bin/node'
const shell = process.platform === 'win32'
const [script, ...args] = process.argv.slice(2)

const installs = !isInstalled()
if (installs) {
  // Not to the standard output, which may be a backup.
  console.error('Installing what package-lock.json names…')
  // Whatever the environment or .npmrc say: the build needs the development packages, and Node comes by a script.
  const options = ['ci', '--include=dev', '--ignore-scripts=false']
  const { status, error } = spawnSync(
    'npm',
    [...options, '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: ['inherit', process.stderr, 'inherit'], shell },
  )
  if (error) fail(`npm could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
  if (!existsSync(node)) fail(`npm ci has installed no Node (${node} is missing)`)
}
if (script && installs) {
  // This process may be of another version of Node.
  const child = spawn(node, [script, ...args], { stdio: 'inherit', shell })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => fail(`${node} could not be started: ${error.message}`))
  child.on('exit', code => process.exit(code ?? 1))
} else if (script) {
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
}

/** Compares the contents, because npm ci empties node_modules first, and times change without a change of the file. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return (
    existsSync(node) &&
    Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
      const found = installed[path]
      // The root is not listed as installed, nor is what other systems need.
      if (!found) return path === '' || optional === true
      return found.version === version && found.integrity === integrity
    })
  )
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

function fail(reason) {
  console.error(`${reason}.`)
  process.exit(1)
}
