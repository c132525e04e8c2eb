import type { LogFn, Logger } from 'pino'

const quietMs = 60_000

/** What the codes of failures mean that concern the whole database, and so every request and every job. */
const outages = new Map<unknown, string>([
  ['database_unavailable', 'the database does not answer'],
  ['storage_full', 'the disk of the database is full'],
])

type ErrorLike = { code?: unknown; message?: unknown; cause?: unknown }

/**
 * A hook of pino: lines about an error that an outage of the database caused become one line a minute for each cause,
 * with the number of errors since the last, whatever failed.
 */
export function summarizeOutages() {
  const summaries = new Map<unknown, { failures: number; loggedAt: number }>()

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
    const [fields] = args as unknown[]
    const outage = outageOf(isObject(fields) && 'err' in fields ? fields.err : undefined)
    if (!outage) return method.apply(this, args)
    const { message, ...cause } = outage
    const key = cause.code ?? cause.reason
    const summary = summaries.get(key) ?? { failures: 0, loggedAt: Number.NEGATIVE_INFINITY }
    summaries.set(key, summary)
    summary.failures++
    if (performance.now() < summary.loggedAt + quietMs) return
    this.error({ ...cause, failures: summary.failures }, message)
    summary.failures = 0
    summary.loggedAt = performance.now()
  }
}

/** The job queue reports copies of errors, so the class of an error says nothing. */
function outageOf(error: unknown) {
  for (let each = error; isObject(each); each = each.cause) {
    const { code, cause }: ErrorLike = each
    const message = outages.get(code)
    if (message === undefined) continue
    const { code: causeCode, message: reason }: ErrorLike = isObject(cause) ? cause : {}
    return { message, code: causeCode, reason: reason === '' ? undefined : reason }
  }
  return null
}

const isObject = (value: unknown): value is ErrorLike & { err?: unknown } =>
  typeof value === 'object' && value !== null
