import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import { defineJob, type Job } from '../platform/queue.ts'
import { bounceKind } from './bounces/bounce-kind.ts'
import type { MailTemplate } from './layout/render-mail.tsx'
import { feedbackId, type Mail, maxSendMs, type Transport } from './mail.ts'
import type { MailKind } from './mail-limits.ts'
import { measureAttempt } from './mail-metrics.ts'
import { findStop } from './mailboxes.queries.ts'
import { isPaused, type SendRateLimiter } from './send-rate-limit.ts'
import { suppress } from './suppression.ts'

export type MailContext = Context & { transport: Transport; rateLimiter: SendRateLimiter }

/** A mail that is paused or not accepted is retried for a day. The data contains only ids: tokens are generated when the job runs. */
const options: Job<MailContext, object>['options'] = {
  retryLimit: 300,
  retryDelay: 5,
  retryBackoff: true,
  // After an outage or a pause nobody waits longer than this for a link.
  retryDelayMax: 5 * 60,
  // Otherwise the queue would start the mail again while it is still being sent.
  expireInSeconds: 2 * (maxSendMs / 1000),
  heartbeatSeconds: 20,
  retentionSeconds: 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
}

/** Defines a job that sends one account mail. The end of the job ends the attempt, too. */
export const defineMailJob = <Data extends object>({
  name,
  run: sendMail,
}: {
  name: string
  run(context: MailContext, data: Data): Promise<void>
}): Job<MailContext, Data> =>
  defineJob({
    name,
    options,
    concurrency: 2,
    async run(context, data, signal) {
      if (await isPaused(context.db)) throw new Error('All mail is paused.')
      const { transport } = context
      const ending: Transport = {
        ...transport,
        send: (mail, slot) => transport.send(mail, slot, signal),
      }
      await sendMail({ ...context, transport: ending }, data)
    },
  })

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
  // Operator's commands, which enqueue mails, run without a compiler of JSX.
  const { renderMail } = await import('./layout/render-mail.tsx')
  const mail: Mail = {
    from: config.mailFrom,
    to: { address: to },
    ...(returnPath !== undefined && { returnPath }),
    ...renderMail(template, config.operator),
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
  throw new Error(`The ${kind.name} mail was not sent: ${JSON.stringify(outcome)}`)
}

/** A stop of all mail applies to the mails that are waiting too, as far as it applies to their kind. */
async function wasStoppedSince(db: Queryable, kind: MailKind, address: string, requestedAt: Date) {
  const stop = await findStop(db, address)
  if (!stop?.stopped_at || stop.stopped_at < requestedAt) return false
  return kind.isPublic === true || stop.confirmed_at === null
}
