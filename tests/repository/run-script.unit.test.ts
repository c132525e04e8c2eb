import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const at = (...parts: string[]) => join(folder, ...parts)
const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': { name: 'app' },
      'node_modules/a': { version, integrity: `of ${version}` },
      'node_modules/mac-only': { version: '1.0.0', integrity: 'mac', optional: true },
    },
  })
const installed = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/a': { version, integrity: `of ${version}` } } })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'radr-run-'))
  mkdirSync(at('node_modules/.bin'), { recursive: true })
  mkdirSync(at('path'))
  writeFileSync(at('package-lock.json'), lock('1.0.0'))
  writeFileSync(at('node_modules/.package-lock.json'), installed('1.0.0'))
  symlinkSync(process.execPath, at('node_modules/.bin/node'))
  writeFileSync(at('script.mjs'), 'console.log("ran")')
  fakeNpm('ln -sf "$NODE" node_modules/.bin/node')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** npm that keeps its arguments in a file. */
function fakeNpm(action: string) {
  writeFileSync(at('path/npm'), `#!/bin/sh\necho "$*" > npm-arguments\n${action}\n`, {
    mode: 0o755,
  })
}

function run(path = `${at('path')}:${process.env.PATH}`) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [resolve('scripts/run.mjs'), 'script.mjs'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: path, NODE: process.execPath, NODE_ENV: 'production' },
    },
  )
  const npm = existsSync(at('npm-arguments')) ? readFileSync(at('npm-arguments'), 'utf8') : null
  return { stdout, stderr, status, npm }
}

test('A lock file with a newer time and the same content installs nothing', () => {
  utimesSync(at('package-lock.json'), new Date('2100-01-01'), new Date('2100-01-01'))
  expect(run()).toEqual({ stdout: 'ran\n', stderr: '', status: 0, npm: null })
})

test('A lock file with another version installs, with development packages and scripts whatever the settings say', () => {
  writeFileSync(at('package-lock.json'), lock('1.0.1'))
  const { stdout, npm } = run()
  expect(stdout).toBe('ran\n')
  expect(npm).toMatch(/^ci --include=dev --ignore-scripts=false /)
})

test('An installation without its own Node is repeated', () => {
  rmSync(at('node_modules/.bin/node'))
  const { stdout, npm } = run()
  expect(stdout).toBe('ran\n')
  expect(npm).toMatch(/^ci /)
})

test('An installation that brings no Node, or for which there is no npm, ends with a sentence', () => {
  rmSync(at('node_modules/.bin/node'))
  fakeNpm('exit 0')
  const without = run()
  expect(without.status).toBe(1)
  expect(without.stderr).toBe(
    'Installing what package-lock.json names…\nnpm ci has installed no Node (node_modules/.bin/node is missing).\n',
  )
  const noNpm = run('/nowhere')
  expect(noNpm.status).toBe(1)
  expect(noNpm.stderr).toMatch(/\nnpm could not be started: .*ENOENT\.\n$/)
})
