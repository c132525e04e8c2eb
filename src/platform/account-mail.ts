import { randomUUID } from 'node:crypto'
import type { MailContent, RenderedMail } from '../app/mail.contract.ts'
import type { Context } from './context.ts'
import { isPaused, type MailFlow } from './mail/flow.ts'
import type { Mail, Transport } from './mail/mail.ts'
import { findSuppression, meansDeadMailbox, suppress } from './mail/suppression.ts'
import { measured } from './metrics.ts'
import type { JobKind } from './queue.ts'

/** What jobs have besides what routes have. */
export type WorkerContext = Context & {
  transport: Transport
  flow: MailFlow
  renderMail(content: MailContent): RenderedMail
}

/**
 * How the queue treats a mail of an account: it is tried for a day, sooner at first. Its data holds
 * ids alone; addresses and tokens are read and made when the job runs.
 */
export const accountMailOptions: JobKind<object>['options'] = {
  retryLimit: 18,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 120,
  heartbeatSeconds: 20,
  retentionSeconds: 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
  notify: true,
}

/** How soon a mail that came due while all mail was paused is looked at again. */
const pausedSeconds = 5
/** And one that found no mail server: at first soon, then every half minute. */
const awaySeconds = (waits: number) => Math.min(30, 2 ** waits)
/** That is a day. From then on attempts are counted. */
const mostWaits = 2_880

class MailServerAway extends Error {}

/** How often a mail has waited for the mail server. */
type Waited = { waits?: number }

/**
 * Runs a kind of account mail. While the operator holds back all mail, or the mail server is not to
 * be had, its jobs wait without an attempt.
 */
export async function workAccountMail<Data extends object>(
  { db, queue, clock, log }: Context,
  kind: JobKind<Data>,
  mail: (data: Data) => Promise<void>,
) {
  await queue.work(kind, handle, 2)

  async function handle(data: Data & Waited) {
    if (await isPaused(db)) return again(data, pausedSeconds)
    const waits = data.waits ?? 0
    try {
      await mail(data)
    } catch (error) {
      if (!(error instanceof MailServerAway) || waits >= mostWaits) throw error
      log.warn({ mail: kind.name, waits }, 'no mail server to be had; the mail waits')
      await again({ ...data, waits: waits + 1 }, awaySeconds(waits))
    }
  }

  async function again(data: Data, seconds: number) {
    const startAfter = new Date(clock.now().getTime() + seconds * 1000)
    await db.transaction().execute(trx => queue.send(kind, data, trx, { startAfter }))
  }
}

/**
 * Sends one mail that somebody asked for about their own account or follow; throws to be tried again.
 * A suppressed address is still tried, because it is how its owner can lift that, and limits on these
 * mails are low. Only who complained gets no confirm mail: anybody can type their address. A mail
 * without an answer has most likely come, so it counts as sent: another one would hold another link.
 */
export async function sendAccountMail(
  { db, transport, flow, renderMail, config, clock, log }: WorkerContext,
  address: string,
  content: MailContent,
  returnPath?: string,
) {
  if (content.kind === 'confirm-follow' || content.kind === 'confirm-email') {
    const suppressed = await findSuppression(db, address, clock.now())
    if (suppressed?.reason === 'complaint') return
  }
  const mail: Mail = {
    from: config.mailFrom,
    to: { address },
    returnPath,
    ...renderMail(content),
    messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    date: clock.now(),
  }
  const outcome = await measured('account', () => transport.send(mail, flow.takeNext))
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'unknown') {
    return log.warn({ mail: content.kind, reason: outcome.reason }, 'mail without an answer')
  }
  if (outcome.kind === 'refused') {
    if (meansDeadMailbox(outcome)) await suppress(db, address, 'hard', outcome.response)
    // Not what the server said: servers like to repeat the address.
    const { code, enhanced } = outcome
    return log.warn({ mail: content.kind, code, enhanced }, 'mail refused')
  }
  const failure = `The ${content.kind} mail was not sent: ${JSON.stringify(outcome)}`
  throw outcome.kind === 'away' ? new MailServerAway(failure) : new Error(failure)
}
