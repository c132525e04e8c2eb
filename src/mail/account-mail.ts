import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import { defineJob, type Job } from '../platform/queue.ts'
import { type MailTemplate, renderMail } from './layout/render-mail.ts'
import type { Mail, Transport } from './mail.ts'
import { measureAttempt } from './mail-metrics.ts'
import { isPaused, type SendRateLimiter } from './send-rate-limit.ts'
import { findSuppression, meansDeadMailbox, suppress } from './suppression.ts'

/** What jobs that send mail need besides what routes need. */
export type MailContext = Context & { transport: Transport; rateLimiter: SendRateLimiter }

/**
 * How the queue treats a mail about an account: tried for a day, sooner at first. Its data holds ids
 * alone; addresses and tokens are read and made when the job runs.
 */
const options: Job<MailContext, object>['options'] = {
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

/** Seconds until a mail that came due while all mail was paused is looked at again. */
const pausedSeconds = 5
/** Seconds until a mail is tried again that found no mail server: soon at first, then every 30 s. */
const unavailableSeconds = (waits: number) => Math.min(30, 2 ** waits)
/** That many waits are a day. From then on attempts are counted. */
const maxWaits = 2_880

class MailServerUnavailable extends Error {}

/** How often a mail has waited for the mail server. */
type Waited = { waits?: number }

/**
 * Defines a job that sends one account mail. While the operator pauses all mail, or the mail server
 * is unavailable, its orders wait without using up an attempt.
 */
export function defineMailJob<Data extends object>({
  name,
  run: sendMail,
}: {
  name: string
  run(context: MailContext, data: Data): Promise<void>
}): Job<MailContext, Data> {
  const job = defineJob({ name, options, concurrency: 2, run })
  return job

  async function run(context: MailContext, data: Data & Waited) {
    if (await isPaused(context.db)) return sendLater(context, data, pausedSeconds)
    const waits = data.waits ?? 0
    try {
      await sendMail(context, data)
    } catch (error) {
      if (!(error instanceof MailServerUnavailable) || waits >= maxWaits) throw error
      context.log.warn({ mail: name, waits }, 'the mail server is unavailable; the mail waits')
      await sendLater(context, { ...data, waits: waits + 1 }, unavailableSeconds(waits))
    }
  }

  async function sendLater({ db, queue, clock }: MailContext, data: Data, seconds: number) {
    const startAfter = new Date(clock.now().getTime() + seconds * 1000)
    await db.transaction().execute(trx => queue.send(job, data, trx, { startAfter }))
  }
}

type AccountMail = {
  /** For logs. */
  kind: string
  to: string
  template: MailTemplate
  /** Whether anybody can order it by typing the address; then it is not sent to who complained. */
  orderedByAnybody?: boolean
  returnPath?: string | undefined
}

/**
 * Sends one mail that somebody asked for about their own account or follow; throws to be tried again.
 * A suppressed address is still tried, because a link in such a mail is how its owner lifts the
 * suppression, and few of them may be ordered. A mail without an answer has most likely arrived, so
 * it counts as sent: another one would carry another link.
 */
export async function sendAccountMail(
  { db, transport, rateLimiter, config, clock, log }: MailContext,
  { kind, to, template, orderedByAnybody = false, returnPath }: AccountMail,
) {
  if (orderedByAnybody) {
    const suppressed = await findSuppression(db, to, clock.now())
    if (suppressed?.reason === 'complaint') return
  }
  const mail: Mail = {
    from: config.mailFrom,
    to: { address: to },
    ...(returnPath !== undefined && { returnPath }),
    ...renderMail(template),
    messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    date: clock.now(),
  }
  const outcome = await measureAttempt('account', () =>
    transport.send(mail, rateLimiter.waitForNextSlot),
  )
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'unknown') {
    return log.warn({ mail: kind, reason: outcome.reason }, 'mail without an answer')
  }
  if (outcome.kind === 'refused') {
    if (meansDeadMailbox(outcome)) await suppress(db, to, 'hard', outcome.response)
    // Not what the server said: servers often repeat the address.
    const { code, enhanced } = outcome
    return log.warn({ mail: kind, code, enhanced }, 'mail rejected')
  }
  const failure = `The ${kind} mail was not sent: ${JSON.stringify(outcome)}`
  throw outcome.kind === 'unavailable' ? new MailServerUnavailable(failure) : new Error(failure)
}
