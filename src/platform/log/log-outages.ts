import type { LogFn, Logger } from 'pino'
import { summarizeFailures } from './summarize-failures.ts'

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
  const reports = new Map<unknown, (cause: object) => void>()

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
    const [fields] = args as unknown[]
    const outage = outageOf(isObject(fields) && 'err' in fields ? fields.err : undefined)
    if (!outage) return method.apply(this, args)
    const { message, ...cause } = outage
    const key = cause.code ?? cause.reason
    const report = reports.get(key) ?? summarizeFailures(fields => this.error(fields, message))
    reports.set(key, report)
    report(cause)
  }
}

/** The outage that an error comes from, if any. The job queue reports copies of errors, so their class says nothing. */
export function outageOf(error: unknown) {
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
