import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { Transport } from './mail.ts'
import { openOutbox } from './outbox/outbox.ts'
import { openSmtp } from './smtp/smtp.ts'

/** Real delivery when `SMTP_URL` is set, else files in the outbox. */
export function openTransport(config: Config, log: Log): Transport {
  return config.smtpUrl
    ? openSmtp({ url: config.smtpUrl, log, ...(config.dkim && { dkim: config.dkim }) })
    : openOutbox({ folder: outboxFolder(config) })
}

export const outboxFolder = (config: Config) => join(config.dataDir, 'outbox')
