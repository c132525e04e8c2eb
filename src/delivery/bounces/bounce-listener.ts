import type { MailContext } from '../../mail/define-mail.ts'
import { forwardLetter } from '../../mail/inbound/forward-letter.ts'
import { openInboundParser } from '../../mail/inbound/inbound-parser.ts'
import { type InboundSmtp, MailRefused, openInboundSmtp } from '../../mail/inbound/inbound-smtp.ts'
import { createOperatorMailbox } from '../../mail/inbound/operator-mailbox.ts'
import { type MailRef, openStopLink, parseReturnPath } from '../../mail/links/mail-links.ts'
import { countInbound, type InboundOutcome } from '../../mail/mail-metrics.ts'
import type { MailReport } from '../../mail/reports/parse-report.ts'
import { recordReport } from './record-report.ts'

/** Providers send feedback reports to one registered address, whichever mail they are about. */
type Recipient = MailRef | 'complaints' | 'operator'

export async function openBounceListener(context: MailContext): Promise<InboundSmtp | null> {
  const { config, linkKey, log } = context
  if (!config.bounceListener) return null
  const { port, domain } = config.bounceListener
  const operator = createOperatorMailbox(config, domain)
  const resolveRecipient = (address: string): Recipient | null => {
    if (address.toLowerCase() === `complaints@${domain}`.toLowerCase()) return 'complaints'
    if (operator.email !== null && operator.isAddress(address)) return 'operator'
    return parseReturnPath(address, domain, linkKey)
  }

  const parser = openInboundParser()
  const smtp = await openInboundSmtp({
    port,
    host: config.host,
    name: domain,
    log,
    resolveRecipient,
    refusal: operator.refusal,
    async receive(recipient, raw, ip) {
      const outcome = await recordMail(recipient, raw, ip).catch(error => {
        countInbound(error instanceof MailRefused ? 'refused' : 'deferred')
        throw error
      })
      countInbound(outcome)
    },
  })
  return {
    port: smtp.port,
    async close() {
      await smtp.close()
      await parser.close()
    },
  }

  /** Throws for a mail that is refused, or to be sent again later. */
  async function recordMail(
    recipient: Recipient,
    raw: Buffer,
    ip: string,
  ): Promise<InboundOutcome> {
    const { report, letter } = await parser.parse(raw)
    if (letter) {
      if (operator.email === null) throw new MailRefused(operator.refusal)
      await forwardLetter(context, letter, { to: operator.email, ip })
      log.info('a mail of a person was forwarded to the operator')
      return 'forwarded'
    }
    const mail = report && (typeof recipient === 'string' ? complainedAbout(report) : recipient)
    if (!report || !mail) {
      log.debug('inbound mail ignored: not a report about a mail of ours')
      return 'ignored'
    }
    const result = await recordReport(context, mail, report.events)
    if (result === 'too early') throw new Error('The reported mail is still being sent')
    log.info({ kind: report.events[0]?.kind, result }, 'mail report')
    return 'report'
  }

  /**
   * The return path and the List-Unsubscribe header are as trustworthy as a recipient address: only we can sign them, and
   * whoever the mail is forwarded to does not have them.
   */
  function complainedAbout({ events, original }: MailReport): MailRef | null {
    if (events[0]?.kind !== 'complaint') return null
    const paths = original.returnPaths.flatMap(path => parseReturnPath(path, domain, linkKey) ?? [])
    if (paths[0]) return paths[0]
    const token = /\/([\w.-]+)>/.exec(original.listUnsubscribe)?.[1] ?? ''
    const link = openStopLink(token, linkKey)
    if (!link?.isInHeader) return null
    const { id, isWeekly, isFor } = link
    return isWeekly ? { subscriberId: id, isFor } : { followId: id, isFor }
  }
}
