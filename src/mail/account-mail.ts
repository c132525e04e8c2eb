import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import { defineJob, type Job } from '../platform/queue.ts'
import { bounceKind } from './bounces/bounce-kind.ts'
import { type MailTemplate, renderMail } from './layout/render-mail.tsx'
import { feedbackId, type Mail, type Transport } from './mail.ts'
import type { MailKind } from './mail-limits.ts'
import { measureAttempt } from './mail-metrics.ts'
import { findStop } from './mailboxes.queries.ts'
import { isPaused, type SendRateLimiter } from './send-rate-limit.ts'
import { suppress } from './suppression.ts'

/** What jobs that send mail need in addition to what routes need. */
export type MailContext = Context & { transport: Transport; rateLimiter: SendRateLimiter }

/**
 * An account mail is retried for a day with growing delays. Its job data contains only ids: addresses
 * are read and tokens generated when the job runs.
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
}

/** Seconds between checks whether a pause of all mail has ended. */
const pausedSeconds = 5
/** Seconds until the next attempt while the mail server is unavailable. */
const unavailableSeconds = (postponed: number) => Math.min(30, 2 ** postponed)
/** About a day of postponing; after that, attempts are counted. */
const maxPostponed = 2_880

class MailServerUnavailable extends Error {}

/** How often a job was postponed because the mail server was unavailable. */
type Postponed = { postponed?: number }

/**
 * Defines a job that sends one account mail. While the operator pauses all mail, or the mail server is
 * unavailable, it is postponed without counting an attempt.
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

  async function run(context: MailContext, data: Data & Postponed) {
    if (await isPaused(context.db)) return postpone(context, data, pausedSeconds)
    const postponed = data.postponed ?? 0
    try {
      await sendMail(context, data)
    } catch (error) {
      if (!(error instanceof MailServerUnavailable) || postponed >= maxPostponed) throw error
      context.log.warn({ mail: name, postponed }, 'mail server unavailable, mail postponed')
      await postpone(context, { ...data, postponed: postponed + 1 }, unavailableSeconds(postponed))
    }
  }

  async function postpone({ db, queue, clock }: MailContext, data: Data, seconds: number) {
    const startAfter = new Date(clock.now().getTime() + seconds * 1000)
    await db.transaction().execute(trx => queue.send(job, data, trx, { startAfter }))
  }
}

type AccountMail = {
  kind: MailKind
  to: string
  requestedAt: Date
  template: MailTemplate
  returnPath?: string | undefined
}

/**
 * Sends a mail about an account or a follow that its owner requested; throws to be retried. Suppressed
 * addresses are not excluded, because a link in such a mail lifts the suppression and the number of
 * requests is limited. An attempt without a response counts as sent: it has most likely arrived, and
 * another mail would contain another link.
 */
export async function sendAccountMail(
  { db, transport, rateLimiter, config, clock, log }: MailContext,
  { kind, to, requestedAt, template, returnPath }: AccountMail,
) {
  if (await wasStoppedSince(db, kind, to, requestedAt)) return
  const mail: Mail = {
    from: config.mailFrom,
    to: { address: to },
    ...(returnPath !== undefined && { returnPath }),
    ...renderMail(template, config.mailAddress),
    messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': feedbackId(config.brand, kind.name),
    },
    date: clock.now(),
  }
  const outcome = await measureAttempt('account', () =>
    transport.send(mail, rateLimiter.waitForNextSlot),
  )
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'unknown') {
    return log.warn({ mail: kind.name, reason: outcome.reason }, 'no response from the mail server')
  }
  if (outcome.kind === 'rejected') {
    const { code, enhanced, response } = outcome
    if (bounceKind({ status: enhanced, text: response }) === 'hard') {
      await suppress(db, to, 'hard', response)
    }
    return log.warn({ mail: kind.name, code, enhanced }, 'mail rejected')
  }
  const failure = `The ${kind.name} mail was not sent: ${JSON.stringify(outcome)}`
  throw outcome.kind === 'unavailable' ? new MailServerUnavailable(failure) : new Error(failure)
}

/** A stop of all mail applies to the mails that are waiting too, as far as it applies to their kind. */
async function wasStoppedSince(db: Queryable, kind: MailKind, address: string, requestedAt: Date) {
  const stop = await findStop(db, address)
  if (!stop?.stopped_at || stop.stopped_at < requestedAt) return false
  return kind.isPublic === true || stop.confirmed_at === null
}
