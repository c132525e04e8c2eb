import {
  openDigestUnsubscribeToken,
  openUnsubscribeToken,
} from '../../follows/unsubscribing/unsubscribe-token.ts'
import { type MailReport, parseReport } from '../../mail/bounces/parse-report.ts'
import { type InboundSmtp, openInboundSmtp } from '../../mail/inbound-smtp.ts'
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
    const report = parseReport(raw)
    const mail = report && (recipient === 'complaints' ? complainedAbout(report) : recipient)
    if (!mail) return log.debug('inbound mail ignored: not a report about a mail of ours')
    const result = await recordReport(context, mail, report.events)
    if (result === 'too early') throw new Error('The reported mail is still being sent')
    log.info({ kind: report.events[0]?.kind, result }, 'mail report')
  }

  /**
   * The return path and the unsubscribe link in the reported mail are as trustworthy as a recipient
   * address: only we can sign them.
   */
  function complainedAbout({ events, original }: MailReport): MailRef | null {
    if (events[0]?.kind !== 'complaint') return null
    const paths = original.returnPaths.flatMap(path => parseReturnPath(path, domain, linkKey) ?? [])
    if (paths[0]) return paths[0]
    const token = /\/([\w-]+)>/.exec(original.listUnsubscribe)?.[1] ?? ''
    const followId =
      openUnsubscribeToken(token, linkKey) ?? openDigestUnsubscribeToken(token, linkKey)
    return followId === null ? null : { followId }
  }
}
