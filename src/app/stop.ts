import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../platform/config/config.ts'
import { endLog } from '../platform/log/log.ts'
import type { Running } from './start.ts'

/**
 * Milliseconds for which a process behind a proxy goes on after SIGTERM: longer than the documented proxies keep an
 * unused connection (4 s), so that none of them sends a request on a connection that is just being closed.
 */
const drainTime = 5_000

/** Milliseconds. Everything that stops has a limit of its own below this, except an unavailable database. */
const stopTimeout = 9_500

/** Stops the app in order at the first signal; a second one ends the process at once. */
export function stopOnSignals(running: Running, config: Config) {
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
}
