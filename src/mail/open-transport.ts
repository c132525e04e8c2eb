import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { logFailures } from './log-failures.ts'
import type { Transport } from './mail.ts'
import { openOutbox, outboxFolder } from './outbox/outbox.ts'
import { openSmtp } from './smtp/smtp-transport.ts'

export function openTransport(config: Config, log: Log): Transport {
  const transport = config.smtpUrl
    ? openSmtp({ url: config.smtpUrl, log, ...(config.dkim && { dkim: config.dkim }) })
    : openOutbox({ folder: outboxFolder(config) })
  return logFailures(transport, log)
}
