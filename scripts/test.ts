import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { bringChromium } from './chromium.ts'
import { findPostgres } from './temporary-postgres.ts'

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
const isFullSize = process.argv[2] === 'all'
const settings = isFullSize ? fullSize : {}
/** People wait for `npm test`, and few changes touch what these tests protect. `.ci/run` sets `CI`. */
const withoutResilience = isFullSize || process.env.CI ? [] : ['--tags-filter=!resilience']

if (!process.env.TEST_DATABASE_URL && !(await findPostgres()))
  console.log('\nPostgreSQL is not installed: tests run on the embedded database ALONE')

const folder = mkdtempSync(join(tmpdir(), 'radr-reports-'))
const reports = { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') }
/** Printed at the end, so that all failures are there. */
const atEnd: string[] = []
const keep = (line: string) => atEnd.push(line)
// vitest and Playwright each keep all processors busy. At the same time they take longer than one after the other.
const codes = await Promise.all([
  bringBrowser(),
  run('biome', ['ci', '--error-on-warnings'], keep),
  run('tsc', ['--build'], keep),
  run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${reports.vitest}`,
    ...withoutResilience,
  ]),
])
if (codes[0] === 0)
  codes.push(
    await run('playwright', ['test', '--reporter=dot,json'], console.log, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
    }),
  )
console.log(`\n${atEnd.join('\n')}`)
if (withoutResilience.length > 0)
  console.log('Left out: resilience tests. CI=true npm test runs them.')

const ofVitest = readReport<JsonTestResults>(reports.vitest)
const { stats } = readReport<JSONReport>(reports.playwright)
rmSync(folder, { recursive: true })
// Playwright names its own.
for (const { name, assertionResults } of ofVitest.testResults ?? [])
  for (const { fullName, status, failureMessages } of assertionResults)
    if (status === 'passed' && failureMessages?.length)
      console.log(`FLAKY ${name}: ${fullName}\n${failureMessages.join('\n')}`)
const sum = (...counts: (number | undefined)[]) => counts.reduce<number>((a, b) => a + (b ?? 0), 0)
const passed = sum(ofVitest.numPassedTests, stats?.expected, stats?.flaky)
// An error outside a test fails the run as well.
const failed = sum(ofVitest.numFailedTests, stats?.unexpected) || codes.filter(Boolean).length
const skipped = sum(ofVitest.numPendingTests, stats?.skipped)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

/** Empty where the tests could not begin. */
function readReport<Report>(file: string): Partial<Report> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Runs beside other tests, because a machine without a browser has to download one. */
async function bringBrowser() {
  const say = (line: string) => console.log(withSource('chromium', line))
  try {
    await bringChromium({ say })
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The message is shown now, when it can be mended, and at the end, where the failures are.
    say(error.message)
    keep(withSource('chromium', error.message))
    return 1
  }
}

async function run(
  command: string,
  args: string[],
  print: (line: string) => void = console.log,
  env = {},
) {
  const child = spawn(join('node_modules/.bin', command), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, ...env },
  })
  const printed = [child.stdout, child.stderr].map(async stream => {
    for await (const line of createInterface({ input: stream })) print(withSource(command, line))
  })
  const [code] = await once(child, 'exit')
  await Promise.all(printed)
  return code ?? 1
}

function withSource(source: string, line: string) {
  return `${source.padEnd(10)} │ ${line}`
}
