/** What `vitest --reporter=json` writes; only what is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    /** Why the file could not be run. */
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What `playwright test --reporter=json` writes; only what is read here. */
export type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
  errors: { message: string }[]
  suites: Suite[]
}

type Suite = {
  suites?: Suite[]
  specs: {
    file: string
    title: string
    tests: { status: string; results: { errors: { message: string }[] }[] }[]
  }[]
}

/** Failed tests, and those that passed only in their second try. */
export function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`FAILED ${name}\n${message}`] : []),
    ...assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, status, failureMessages }) => {
        const outcome = status === 'failed' ? 'FAILED' : 'FLAKY'
        return [`${outcome} ${name}: ${fullName}`, ...failureMessages].join('\n')
      }),
  ])
}

/** Failed tests, and those that passed only in their second try. */
export function playwrightFailures({ errors, suites }: PlaywrightReport): string[] {
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

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
