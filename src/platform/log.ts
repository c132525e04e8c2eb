import { pino } from 'pino'

export type Log = pino.Logger

/** JSON lines on standard output. Never log an address of a mailbox, a token or a password. */
export function openLog(level: string): Log {
  return pino({ level, base: null, redact: ['email', '*.email', 'token', '*.token', 'password'] })
}
