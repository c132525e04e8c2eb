import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { type Config, SettingError } from '../../platform/config/config.ts'
import { openLog } from '../../platform/log/log.ts'
import { returnPathOf } from '../links/mail-links.ts'
import { mailFields } from '../mail-fields.ts'
import { openTransport } from '../open-transport.ts'
import { outboxFolder } from '../outbox/outbox.ts'
import { checkDns } from './check-dns.ts'

/**
 * Sends one mail with the envelope of a drop mail, without a retry, and returns what the operator reads. Throws
 * `SettingError` with the reason of the mail server.
 */
export async function sendTestMail(config: Config, address: string): Promise<string> {
  const transport = openTransport(config, openLog('silent'))
  const text = `${config.publicUrl} can send mail.`
  // Sealed with another key: a report about this mail belongs to no delivery.
  const linkKey = createSecretKey(randomBytes(32))
  const returnPath = returnPathOf({ config, linkKey }, { deliveryId: 0, subscriberId: 0 })
  try {
    const outcome = await transport.send({
      ...mailFields(config, 'server-test'),
      to: { address },
      ...(returnPath !== undefined && { returnPath }),
      subject: `${config.brand}: test mail`,
      html: `<!DOCTYPE html><p>${text}</p>`,
      text,
      messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
      date: new Date(),
    })
    if (outcome.kind !== 'sent') {
      const reason = 'reason' in outcome ? outcome.reason : outcome.response
      const sender = returnPath ?? config.mailFrom.address
      throw new SettingError(
        `The mail from ${sender} to ${address} was not sent (${outcome.kind}): ${reason}`,
      )
    }
    const accepted = `The mail server accepted the mail to ${address}: ${outcome.response}`
    return config.smtpUrl
      ? [accepted, ...(await checkDns(config))].join('\n')
      : `SMTP_URL is not set: the mail is in the outbox, ${outboxFolder(config)}.`
  } finally {
    await transport.close()
  }
}
