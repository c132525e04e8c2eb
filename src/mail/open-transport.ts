import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log/log.ts'
import { summarizeFailures } from '../platform/log/summarize-failures.ts'
import type { Outcome, Transport } from './mail.ts'
import { openOutbox, outboxFolder } from './outbox/outbox.ts'
import { openSmtp } from './smtp/smtp-transport.ts'

export function openTransport(config: Config, log: Log): Transport {
  const transport = config.smtpUrl
    ? openSmtp({
        url: config.smtpUrl,
        log,
        ...(config.dkim && { dkim: config.dkim }),
        ...nameOf(config),
      })
    : openOutbox({ folder: outboxFolder(config) })
  return logFailures(transport, log)
}

/** The same transport; it logs why mails are not sent, at most once a minute, with their number since. */
export function logFailures(transport: Transport, log: Pick<Log, 'warn'>): Transport {
  const report = summarizeFailures(fields => log.warn(fields, 'mail is not sent'))

  return {
    connections: transport.connections,
    async send(...attempt) {
      let outcome: Outcome
      try {
        outcome = await transport.send(...attempt)
      } catch (error) {
        report({ err: error })
        throw error
      }
      const { kind, ...reason } = outcome
      if (kind !== 'sent') report({ outcome: kind, ...reason })
      return outcome
    },
    close: () => transport.close(),
  }
}

/** Public relays refuse a name without a dot, such as that of a container. */
function nameOf({ publicUrl }: Pick<Config, 'publicUrl'>): { name?: string } {
  const { hostname } = new URL(publicUrl)
  return /[a-z][^.]*$/i.test(hostname) && hostname.includes('.') ? { name: hostname } : {}
}
