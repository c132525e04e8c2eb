import { type InboundSmtp, openInboundSmtp } from '../../mail/inbound-smtp.ts'
import { type MailReport, parseReport } from '../../mail/parse-report.ts'
import { type MailRef, parseReturnPath } from '../../mail/return-path.ts'
import type { Context } from '../../platform/context.ts'
import { recordReport } from './record-mail-event.ts'

/** Providers send feedback reports to one registered address, whichever mail they are about. */
type Recipient = MailRef | 'complaints'

/** Receives reports about our mails from other mail servers; null unless the settings enable it. */
export async function openBounceListener(context: Context): Promise<InboundSmtp | null> {
  const { config, linkKey, log } = context
  if (!config.bounceListener) return null
  const { port, domain } = config.bounceListener
  const resolveRecipient = (address: string): Recipient | null =>
    address.toLowerCase() === `complaints@${domain}`.toLowerCase()
      ? 'complaints'
      : parseReturnPath(address, domain, linkKey)

  return openInboundSmtp({ port, host: config.host, name: domain, resolveRecipient, receive, log })

  async function receive(recipient: Recipient, raw: Buffer) {
    const report = await parseReport(raw).catch(error => {
      log.info({ err: error }, 'inbound mail could not be parsed')
      return null
    })
    const mail = report && (recipient === 'complaints' ? complainedAbout(report) : recipient)
    if (!mail) return log.debug('inbound mail ignored: not a report about a mail of ours')
    const result = await recordReport(context, mail, report)
    if (result === 'too early') throw new Error('The reported mail is still being sent')
    log.info({ kind: report.kind, result }, 'mail report')
  }

  /** The return path in the reported mail is as trustworthy as a recipient address: only we can sign one. */
  function complainedAbout({ kind, returnPaths }: MailReport): MailRef | null {
    if (kind !== 'complaint') return null
    const [mail] = returnPaths.flatMap(path => parseReturnPath(path, domain, linkKey) ?? [])
    return mail ?? null
  }
}
