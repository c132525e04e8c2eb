import { randomUUID } from 'node:crypto'
import type { MailContent, RenderedMail } from '../app/mail.contract.ts'
import type { Context } from './context.ts'
import type { Transport } from './mail/mail.ts'
import type { JobKind } from './queue.ts'

/** What jobs have besides what routes have. */
export type WorkerContext = Context & {
  transport: Transport
  renderMail(content: MailContent): RenderedMail
}

/**
 * How the queue treats a mail of an account: it is tried for a day, sooner at first. Its data holds
 * ids alone; addresses and tokens are read and made when the job runs.
 */
export const accountMailOptions: JobKind<object>['options'] = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 120,
  heartbeatSeconds: 20,
  retentionSeconds: 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
  notify: true,
}

/** Sends one mail that somebody asked for about their own account or follow; throws to be tried again. */
export async function sendAccountMail(
  { transport, renderMail, config, clock, log }: WorkerContext,
  address: string,
  content: MailContent,
) {
  const outcome = await transport.send({
    from: config.mailFrom,
    to: { address },
    ...renderMail(content),
    messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    date: clock.now(),
  })
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'refused') {
    // Not what the server said: servers like to repeat the address.
    const { code, enhanced } = outcome
    return log.warn({ mail: content.kind, code, enhanced }, 'mail refused')
  }
  throw new Error(`The ${content.kind} mail was not sent: ${JSON.stringify(outcome)}`)
}
