import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { findPostgres } from './scripts/temporary-postgres.ts'

const onBothEngines = /^\/\/ @module-tag both-engines$/m
const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || (await findPostgres()) !== null

// Inherited by the processes that tests start, which all load the same modules.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

const unitTests = '{src,tests}/**/*.unit.test.{ts,tsx}'
const integrationTests = globSync('{src,tests}/**/*.test.ts', {
  exclude: [unitTests, 'tests/browser/**'],
})

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: [unitTests] } },
      ...(hasPostgres
        ? [
            integration('postgres', integrationTests),
            integration('embedded', integrationTests.filter(runsOnBoth)),
          ]
        : [integration('embedded', integrationTests)]),
    ],
    // Test files of one worker share the loaded modules; each opens a database of its own.
    isolate: false,
    // Most objects of a test end with it. In V8's one megabyte for new ones they would be moved and marked first.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    // More than there are processors, because many tests wait for mail or a rate limit.
    maxWorkers: availableParallelism() + 3,
    // Long, because waiting ends with the event: only a failure takes this time, and a busy machine none.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The end of the log names the tests that passed only in their second try.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 120_000, interval: 100 } },
    tags: [
      {
        name: 'both-engines',
        description: 'Runs on PostgreSQL and on the embedded database, because they differ in it.',
      },
      {
        name: 'resilience',
        description:
          'Kills processes, cuts the power, fills the disk, or takes a lot of memory or processor time. Not in `npm test`.',
      },
    ],
    coverage: {
      include: ['src/**/*.ts'],
      // Screens are covered by the stories in a browser.
      exclude: ['src/*/screens/**', 'src/site/**', 'src/ui/**', 'src/web/shell/**', '**/*.test.ts'],
      reporter: ['text-summary'],
      reportOnFailure: true,
    },
  },
})

/** Tests that need a database, on one engine. */
function integration(name: 'postgres' | 'embedded', include: string[]): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      globalSetup: 'tests/database/prepare-database.ts',
      setupFiles: name === 'postgres' ? ['tests/database/refuse-unportable.ts'] : [],
    },
  }
}

function runsOnBoth(file: string) {
  return onBothEngines.test(readFileSync(file, 'utf8'))
}
