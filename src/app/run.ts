import { setTimeout as wait } from 'node:timers/promises'
import { version } from '../operations/version.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type Config,
  readConfig,
  refuseMisspelledSettings,
  SettingError,
} from '../platform/config/config.ts'
import { endLog } from '../platform/log/log.ts'
import { outageOf } from '../platform/log/log-outages.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { start } from './start.ts'

/**
 * Milliseconds for which a process behind a proxy goes on after SIGTERM: longer than the documented proxies keep an
 * unused connection (4 s), so that none of them sends a request on a connection that is just being closed.
 */
const drainTime = 5_000

/** Milliseconds. Everything that stops has a limit of its own below this, except an unavailable database. */
const stopTimeout = 9_500

/** Runs the app in this process until a signal ends it. A wrong setting or a database that fails ends it with a sentence. */
export async function run(
  env: Record<string, string | undefined>,
  openBuild: () => Promise<BrowserBuild>,
  clock?: Clock,
) {
  // Such as a full disk, which must not end the app: what it cannot print is lost.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    refuseMisspelledSettings(env)
    const config = readConfig(env)
    const running = await start(config, await openBuild(), clock)
    let stopping = false
    const stop = async (signal: NodeJS.Signals) => {
      if (stopping) process.exit(1)
      stopping = true
      running.log.info({ signal }, 'stopping')
      if (signal !== 'SIGINT' && config.serves && config.trustedProxies > 0) {
        running.drain()
        await wait(drainTime)
      }
      setTimeout(() => {
        process.stderr.write('The stop took too long and was broken off.\n')
        process.exit(1)
      }, stopTimeout)
      running.stop().then(
        async () => {
          running.log.info('stopped')
          await endLog(running.log)
          process.exit(0)
        },
        error => {
          process.stderr.write(`The stop was not orderly: ${error}\n`)
          process.exit(1)
        },
      )
    }
    process.on('SIGTERM', stop)
    // A terminal that closes, or a log that is rotated.
    process.on('SIGHUP', stop)
    process.on('SIGINT', stop)
    // Last, because a process that reads the address may send SIGTERM at once.
    const outbox = running.outbox ? `\nOutbox: ${running.outbox}` : ''
    const address = running.url
      ? `${config.brand} is at ${running.url}\nListening: ${running.listensOn}\n`
      : ''
    process.stdout.write(`${address}${describeServices(config)}${outbox}\n`)
    running.log.info({ version }, 'started')
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(1)
  }
}

/** Throws what is a fault of this program. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  const outage = outageOf(error)
  if (!outage) throw error
  return `The start was broken off: ${outage.message}${outage.reason ? ` (${outage.reason})` : ''}.`
}

/** The database and the mail server, without passwords: a forgotten setting shows here. */
function describeServices({ databaseUrl, dataDir, smtpUrl }: Config): string {
  const place = (address: string) => `${new URL(address).host}${new URL(address).pathname}`
  const database = databaseUrl ? `PostgreSQL, ${place(databaseUrl)}` : `embedded, ${dataDir}/db`
  return `Database: ${database}\nMail: ${smtpUrl ? place(smtpUrl) : 'kept in the outbox'}`
}
