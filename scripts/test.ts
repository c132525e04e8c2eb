import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { findPostgres } from './temporary-postgres.ts'
import { playwrightFailures, vitestFailures } from './test-reports.ts'

/** What `npm run test:all` adds: long fuzz, kill, power cut and outage tests, stories on the embedded database, all axe rules in both themes. */
const fullSize = {
  TEST_ALL: '1',
  FUZZ_RUNS: '200',
  KILLS: '50',
  FOLLOWERS: '5000',
  OUTAGE: '15',
  SILENCE: '60',
  AXE: 'full',
}
const settings = process.argv[2] === 'all' ? fullSize : {}

const totals = { passed: 0, failed: 0, skipped: 0 }
/** Printed again at the end, where a log that is cut off at the top still has it. */
const failures: string[] = []
const reports = mkdtempSync(join(tmpdir(), 'radr-reports-'))

await Promise.all([check('biome', 'ci', '--error-on-warnings'), check('tsc', '--build')])
if (!process.env.TEST_DATABASE_URL && !(await findPostgres()))
  console.log('\nPostgreSQL is not installed: tests run on the embedded database ALONE')
// Both wait often, for mail and for pages: at the same time they take two thirds of the time.
await Promise.all([vitest(), playwright()])
rmSync(reports, { recursive: true })

for (const failure of failures) console.log(`\n${failure}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

async function check(command: string, ...args: string[]) {
  if ((await runPrefixed(command, args)) !== 0) process.exit(1)
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runPrefixed('vitest', ['run', ...reporters])
  const report: JsonTestResults = JSON.parse(readFileSync(file, 'utf8'))
  count(code, report.numPassedTests, report.numFailedTests, report.numPendingTests)
  failures.push(...vitestFailures(report))
}

async function playwright() {
  const file = join(reports, 'playwright.json')
  const code = await runPrefixed('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const report: JSONReport = JSON.parse(readFileSync(file, 'utf8'))
  const { expected, flaky, unexpected, skipped } = report.stats
  count(code, expected + flaky, unexpected, skipped)
  failures.push(...playwrightFailures(report))
}

function count(code: number, passed: number, failed: number, skipped: number) {
  totals.passed += passed
  // An error outside a test fails the run as well.
  totals.failed += Math.max(failed, code === 0 ? 0 : 1)
  totals.skipped += skipped
}

async function runPrefixed(command: string, args: string[], env = {}): Promise<number> {
  const child = spawn(join('node_modules/.bin', command), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, ...env },
  })
  const printed = [child.stdout, child.stderr].map(async stream => {
    for await (const line of createInterface({ input: stream }))
      console.log(`${command.padEnd(10)} │ ${line}`)
  })
  const [code] = await once(child, 'exit')
  await Promise.all(printed)
  return code ?? 1
}
