import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build.ts'
import { findChromium } from './chromium.ts'
import { startPostgres } from './temporary-postgres.ts'

/** The stages of `npm test`; `npm run check` is the first alone. */
const stages: Record<string, () => Promise<void>> = {
  async check() {
    run('biome', 'ci', '--error-on-warnings')
    run('tsc', '--build')
    vitest('Unit and integration tests on the embedded database', [])
  },
  async postgres() {
    const postgres = await startPostgres()
    if (!postgres) return skip('PostgreSQL is not installed, so its run of the tests is SKIPPED')
    try {
      vitest('The same tests on PostgreSQL', [], { TEST_DATABASE_URL: postgres.url })
    } finally {
      await postgres.stop()
    }
  },
  async browser() {
    const CHROMIUM = findChromium()
    await buildWhenNeeded()
    vitest('Stories in a real browser', ['--config', 'vitest.browser.config.ts'], { CHROMIUM })
  },
}

const totals = { passed: 0, failed: 0, skipped: 0 }
const reports = mkdtempSync(join(tmpdir(), 'radr-reports-'))

for (const name of process.argv.slice(2)) {
  const stage = stages[name]
  if (!stage) throw new Error(`There is no stage ${name}: ${Object.keys(stages).join(', ')}`)
  await stage()
}
rmSync(reports, { recursive: true })
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

function vitest(title: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n${title}`)
  const report = join(reports, `${title}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawn('vitest', ['run', ...args, ...reporters], env)
  const counted = JSON.parse(readFileSync(report, 'utf8'))
  totals.passed += counted.numPassedTests
  totals.failed += counted.numFailedTests + (status !== 0 && counted.numFailedTests === 0 ? 1 : 0)
  totals.skipped += counted.numPendingTests
}

function run(command: string, ...args: string[]) {
  console.log(`\n${command} ${args.join(' ')}`)
  if (spawn(command, args).status !== 0) process.exit(1)
}

function spawn(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(join('node_modules/.bin', command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

function skip(message: string) {
  console.log(`\n${message}`)
}
