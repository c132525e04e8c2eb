import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from './temporary-postgres.ts'

/** What `npm run test:all` adds: all tests on both engines, long fuzz, kill and outage tests, all axe rules in both themes. */
const fullSize = {
  TEST_ALL: '1',
  FUZZ_RUNS: '400',
  KILLS: '50',
  FOLLOWERS: '5000',
  OUTAGE: '15',
  SILENCE: '60',
  AXE: 'full',
}
const settings = process.argv[2] === 'all' ? fullSize : {}

const totals = { passed: 0, failed: 0, skipped: 0 }
const reports = mkdtempSync(join(tmpdir(), 'radr-reports-'))

run('biome', 'ci', '--error-on-warnings')
run('tsc', '--build')
if (!process.env.TEST_DATABASE_URL && !(await findPostgres()))
  console.log('\nPostgreSQL is not installed: tests run on the embedded database ALONE')
vitest()
playwright()
rmSync(reports, { recursive: true })

const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Ends the run when the command fails. */
function run(command: string, ...args: string[]) {
  console.log(`\n${command} ${args.join(' ')}`)
  if (spawn(command, args).status !== 0) process.exit(1)
}

function vitest() {
  const file = join(reports, 'vitest.json')
  const { status } = spawn('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = JSON.parse(readFileSync(file, 'utf8'))
  count(status, report.numPassedTests, report.numFailedTests, report.numPendingTests)
}

/** Stories in a browser and accessibility; builds the app where that is needed. */
function playwright() {
  const file = join(reports, 'playwright.json')
  const { status } = spawn('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  count(status, stats.expected, stats.unexpected, stats.skipped)
}

function count(status: number | null, passed: number, failed: number, skipped: number) {
  totals.passed += passed
  // An error outside a test fails the run as well.
  totals.failed += Math.max(failed, status === 0 ? 0 : 1)
  totals.skipped += skipped
}

function spawn(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(join('node_modules/.bin', command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...settings, ...env },
  })
}
