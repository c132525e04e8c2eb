import { type DestinationStream, pino } from 'pino'

export type Log = pino.Logger

/** JSON lines on standard output, or to `destination`. Never log an email address, a token or a password. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: ['email', '*.email', 'token', '*.token', 'password'],
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Without other properties: database errors contain the statement's values and the rejected row. */
function describeError(error: unknown): object {
  if (!isErrorLike(error)) return { message: 'something that is no error was thrown' }
  const { name, message, stack, code, cause } = error
  return {
    type: name,
    message,
    stack,
    code,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** The job queue reports copies of errors. */
const isErrorLike = (error: unknown): error is Error & { code?: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error
