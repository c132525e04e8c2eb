import { Failure } from '../errors.ts'

/** The database cannot be used at present; the same request may succeed in a few seconds. */
export class DatabaseUnavailable extends Failure {
  constructor(cause: unknown) {
    super(
      'database_unavailable',
      'The service is unavailable for a short time. Please try again in a few seconds.',
      { retryAfter: 5 },
    )
    this.cause = cause
  }
}

/**
 * SQLSTATE codes that say nothing about the statement: connection failures (08), resources (53), a
 * server that stops or starts (57P), the statement timeout, and a server that became a replica.
 */
const unavailable = /^(?:08|53|57P)|^57014$|^25006$/

/** Whether an error that a database reported with this SQLSTATE means that it cannot be used at present. */
export const meansUnavailable = (sqlState: string | undefined) =>
  sqlState !== undefined && unavailable.test(sqlState)
