import { type DeliveryReport, readReport } from '../mail/delivery-report.ts'
import { type InboundSmtp, openInboundSmtp } from '../mail/inbound-smtp.ts'
import { type Mailed, openReturnPath } from '../mail/return-path.ts'
import type { Context } from '../platform/context.ts'
import { recordMailEvent } from './record-mail-event.ts'

/** Feedback reports come to one address that the operator gave the provider, whatever mail they are about. */
type Recipient = Mailed | 'complaints'

/** Takes reports about our mails from other mail servers; null where the settings open no door. */
export async function openBounceListener(context: Context): Promise<InboundSmtp | null> {
  const { config, linkKey, log } = context
  if (!config.bounceListener) return null
  const { port, domain } = config.bounceListener
  const recipient = (address: string): Recipient | null =>
    address.toLowerCase() === `complaints@${domain}`.toLowerCase()
      ? 'complaints'
      : openReturnPath(address, domain, linkKey)

  return openInboundSmtp({ port, host: config.host, name: domain, recipient, receive, log })

  async function receive(to: Recipient, raw: Buffer) {
    const report = await readReport(raw).catch(error => {
      log.info({ err: error }, 'an inbound mail could not be read')
      return null
    })
    const mailed = report && (to === 'complaints' ? namedIn(report) : to)
    if (!mailed) return log.debug('an inbound mail was no report about ours')
    const recorded = await recordMailEvent(context, mailed, report)
    if (recorded === 'early') throw new Error('The mail it is about is still being sent')
    log.info({ kind: report.kind, recorded }, 'report about a mail')
  }

  /** Proven as well as by the address: only we can have signed the return path in it. */
  function namedIn({ kind, returnPaths }: DeliveryReport): Mailed | null {
    if (kind !== 'complaint') return null
    const [mailed] = returnPaths.flatMap(path => openReturnPath(path, domain, linkKey) ?? [])
    return mailed ?? null
  }
}
