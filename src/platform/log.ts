import { type DestinationStream, pino } from 'pino'

export type Log = pino.Logger

/**
 * JSON lines on standard output, or to `destination`. Never log an address of a mailbox, a token or a
 * password.
 */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: ['email', '*.email', 'token', '*.token', 'password'],
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Errors of the database also carry the statement's values and the row that was refused. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' }
  const { name, message, stack } = error
  return { type: name, message, stack, ...('code' in error && { code: error.code }) }
}
