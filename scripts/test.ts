import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build.ts'
import { findChromium } from './chromium.ts'
import { findPostgres } from './temporary-postgres.ts'

/** What `npm run test:all` adds: all tests on both engines, the long fuzz, kill and outage tests. */
const fullSize = {
  TEST_ALL: '1',
  FUZZ_RUNS: '400',
  KILLS: '50',
  FOLLOWERS: '5000',
  OUTAGE: '15',
  SILENCE: '60',
}
const settings = process.argv[2] === 'all' ? fullSize : {}

const totals = { passed: 0, failed: 0, skipped: 0 }

run('biome', 'ci', '--error-on-warnings')
run('tsc', '--build')
if (!process.env.TEST_DATABASE_URL && !(await findPostgres()))
  console.log('\nPostgreSQL is not installed: tests run on the embedded database ALONE')
vitest()
await buildWhenNeeded()
vitest(['--config', 'vitest.browser.config.ts'], { CHROMIUM: findChromium() })

const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Nothing else is worth running while this fails. */
function run(command: string, ...args: string[]) {
  console.log(`\n${command} ${args.join(' ')}`)
  if (spawn(command, args).status !== 0) process.exit(1)
}

function vitest(args: string[] = [], env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'radr-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawn('vitest', ['run', ...args, ...reporters], env)
  const counted = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  totals.passed += counted.numPassedTests
  // An error outside a test fails the run as well.
  totals.failed += Math.max(counted.numFailedTests, status === 0 ? 0 : 1)
  totals.skipped += counted.numPendingTests
}

function spawn(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(join('node_modules/.bin', command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...settings, ...env },
  })
}
