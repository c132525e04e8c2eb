import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { type DestinationStream, pino } from 'pino'
import { summarizeOutages } from './log-outages.ts'

export type Log = pino.Logger

type LogScope = {
  /** The id of the current request, or of the request that enqueued the job. */
  requestId?: string | undefined
  job?: string
}

const scopes = new AsyncLocalStorage<LogScope>()

/** Runs a request or a job; all lines that are logged meanwhile, by whatever it calls, have these fields. */
export const inLogScope = <T>(scope: LogScope, run: () => T): T => scopes.run(scope, run)

export const currentRequestId = () => scopes.getStore()?.requestId

/** JSON lines on standard output, or to `destination`. Never log an email address, a token or a password. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...scopes.getStore() }),
    redact: ['email', '*.email', 'token', '*.token', 'password'],
    serializers: { err: describeError },
    hooks: { logMethod: summarizeOutages() },
  }
  return pino(options, destination ?? openOutput())
}

/** Bytes that wait while the output cannot be written. Later lines are lost. */
const waitingBytes = 2 ** 20

/**
 * Standard output, of which a full disk only loses lines: without a listener the error would end the process.
 * The flush at the end of the process, which repeats such an error for ever, is left out while writing fails.
 */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: waitingBytes })
  const flushSync = output.flushSync.bind(output)
  let fails = false
  output.flushSync = () => {
    if (!fails) flushSync()
  }
  output.on('error', () => {
    fails = true
  })
  output.on('write', () => {
    fails = false
  })
  return output
}

/** Milliseconds that the last lines may take: nobody may read the output any more. */
const endTimeout = 1_000

/** Ends a log on standard output. Without it a line that is being written when the process exits comes after the last one, or never. */
export async function endLog(log: Log): Promise<void> {
  const output: ReturnType<typeof pino.destination> = Reflect.get(log, pino.symbols.streamSym)
  // `once` of node:events would throw what a full disk reports.
  const closed = new Promise(done => output.once('close', done))
  output.end()
  await Promise.race([closed, setTimeout(endTimeout)])
}

/** Leaves other properties out: database errors contain the statement's values and the rejected row. */
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
