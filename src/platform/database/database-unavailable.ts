import pg from 'pg'
import { Failure } from '../errors.ts'

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

export class StorageFull extends Failure {
  constructor(cause: unknown) {
    super(
      'storage_full',
      'Nothing can be saved at present, because our disk is full. Please try again later.',
      { retryAfter: 60 },
    )
    this.cause = cause
  }
}

/** Connection failures (08), resources (53), a server that stops or starts (57P), timeouts, and a server that became a replica. */
const unavailable = /^(?:08|53|57P)|^57014$|^25006$/
const diskFull = '53100'

/** The failure that an SQLSTATE means, where it is about the database and not about the statement. */
export function failureOfState(sqlState: string | undefined, cause: unknown): Failure | null {
  if (sqlState === diskFull) return new StorageFull(cause)
  return sqlState !== undefined && unavailable.test(sqlState)
    ? new DatabaseUnavailable(cause)
    : null
}

/** Translates an error of `pg`. An error that the server did not report is a connection error. */
export function reportUnavailable(error: unknown): never {
  if (error instanceof pg.DatabaseError) throw failureOfState(error.code, error) ?? error
  throw new DatabaseUnavailable(error)
}
