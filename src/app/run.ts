import { version } from '../operations/version.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type Config,
  readConfig,
  refuseMisspelledSettings,
  SettingError,
} from '../platform/config/config.ts'
import { outageOf } from '../platform/log/log-outages.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { start } from './start.ts'
import { stopOnSignals } from './stop.ts'

/** Runs the app in this process until a signal ends it. A wrong setting or a database that fails ends it with a sentence. */
export async function run(
  env: Record<string, string | undefined>,
  openBuild: () => Promise<BrowserBuild>,
  clock?: Clock,
) {
  // A full disk must not end the app: what it cannot print is lost.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    refuseMisspelledSettings(env)
    const config = readConfig(env)
    const running = await start(config, await openBuild(), clock)
    stopOnSignals(running, config)
    // Last, because a process that reads the URL may send SIGTERM at once.
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

/** Rethrows programming errors. */
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
