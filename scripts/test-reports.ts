import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/** Failed tests, and those that passed only in their second try. */
export function vitestFailures({ testResults }: JsonTestResults): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`FAILED ${name}\n${message}`] : []),
    ...assertionResults.flatMap(({ fullName, status, failureMessages }) => {
      if (!failureMessages?.length) return []
      const outcome = status === 'failed' ? 'FAILED' : 'FLAKY'
      return [[`${outcome} ${name}: ${fullName}`, ...failureMessages].join('\n')]
    }),
  ])
}

/** Failed tests, and those that passed only in their second try. */
export function playwrightFailures({ errors, suites }: JSONReport): string[] {
  const outcomes: Record<string, string> = { unexpected: 'FAILED', flaky: 'FLAKY' }
  const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results }) => {
      const outcome = outcomes[status]
      const messages = results.flatMap(result => result.errors.map(({ message }) => message))
      return outcome ? [[`${outcome} ${file}: ${title}`, ...messages].join('\n')] : []
    }),
  )
  return [...errors.map(({ message }) => `FAILED ${message}`), ...tests]
}

function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
