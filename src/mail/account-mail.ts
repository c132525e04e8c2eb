import { deletedEmailHost } from '../contract/deleted-email-host.ts'
import type { Context } from '../platform/context.ts'
import type { Queryable } from '../platform/database.ts'
import { defineJob, type Job, JobPostponed } from '../platform/queue.ts'
import { derivedToken } from '../platform/secrets/tokens.ts'
import { bounceKind } from './bounces/bounce-kind.ts'
import { countFailure, deferMail, findDeferredMail } from './deferred-mails.queries.ts'
import type { MailTemplate } from './layout/render-mail.tsx'
import { feedbackId, type Mail, maxSendMs } from './mail.ts'
import type { MailFlow } from './mail-flow.ts'
import type { AccountMailName, MailKind, weeklyMail } from './mail-limits.ts'
import type { MailType } from './mail-metrics.ts'
import { findStop, forgetMail } from './mailboxes.queries.ts'
import type { SendRateLimiter } from './send-rate-limit.ts'
import { senderFields } from './sender-fields.ts'
import { suppressHard } from './suppression.ts'

export type MailContext = Context & { mailFlow: MailFlow; rateLimiter: SendRateLimiter }

export type MailJobContext = MailContext & {
  jobId: string
  /** Aborted when the job has to end, and the attempt with it. */
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60 * 1000
/** A mail that waits for the operator or for the mail server waits for so long. */
const daysKept = 30

/** A job that fails by an error of ours so often is given up. Waiting for a mail server is no failure. */
const maxFailures = 20

/** The data contains ids, times and numbers alone: tokens are generated when the job runs. */
const options: Job<MailContext, object>['options'] = {
  retryLimit: 10_000,
  retryDelay: 5,
  retryBackoff: true,
  // After an outage or a pause nobody waits longer than this for a link.
  retryDelayMax: 5 * 60,
  // Otherwise the queue would start the mail again while it is still being sent.
  expireInSeconds: 2 * (maxSendMs / 1000),
  heartbeatSeconds: 20,
  retentionSeconds: (daysKept * dayMs) / 1000,
  deleteAfterSeconds: 60 * 60,
}

/**
 * Defines a job that sends one mail, which is not that of a drop. A job whose account was deleted before or meanwhile is
 * done, and one that fails too often ends, so that no job is retried in vain for a month.
 */
export function defineMailJob<Data extends object>({
  name,
  run,
}: {
  name: AccountMailName | typeof weeklyMail
  run(context: MailJobContext, data: Data): Promise<void>
}): Job<MailContext, Data> {
  return defineJob({
    name,
    options,
    concurrency: 2,
    async run(context, data, signal, jobId) {
      const { db, clock, log } = context
      if (await isOfDeletedAccount(db, data)) return
      try {
        await run({ ...context, jobId, signal }, data)
      } catch (error) {
        if (error instanceof JobPostponed || signal.aborted) throw error
        if (await isOfDeletedAccount(db, data)) return
        if ((await countFailure(db, jobId, clock.now())) < maxFailures) throw error
        log.error({ err: error }, 'a mail was given up, because its job failed too often')
      }
    },
  })
}

/** Also while its rows wait to be removed. A job about a follow or drop finds nothing to do once that is gone. */
async function isOfDeletedAccount(db: Queryable, data: object): Promise<boolean> {
  if (!('userId' in data) || typeof data.userId !== 'number') return false
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', data.userId)
    .where('email', 'not like', `%@${deletedEmailHost}`)
    .executeTakeFirst()
  return account === undefined
}

/** For the link in the mail of a job: the same in every attempt, because more than one may arrive. */
export const mailToken = ({ jobId, linkKey }: Pick<MailJobContext, 'jobId' | 'linkKey'>) =>
  derivedToken(`mail ${jobId}`, linkKey)

type AccountMail = {
  kind: MailKind
  to: string
  requestedAt: Date
  template: MailTemplate
  returnPath?: string | undefined
  /** Besides those of every account mail. */
  headers?: Record<string, string>
}

/**
 * Sends a mail about an account or a follow that its owner requested; throws `JobPostponed` to be tried again.
 * Returns whether it was sent, or is not wanted any more. Suppressed addresses are not excluded, because a
 * link in such a mail lifts the suppression and the number of requests is limited.
 */
export async function sendAccountMail(
  context: MailJobContext,
  mail: AccountMail,
): Promise<boolean> {
  const { db, log } = context
  const { kind, to, requestedAt } = mail
  if (await wasStoppedSince(db, kind, to, requestedAt)) return true
  const result = await sendFromJob(context, 'account', await compose(context, mail))
  if (result.kind !== 'failed') return true
  // What the server said is logged once a minute, by the transport.
  log.info({ mail: kind.name }, 'an account mail could not be delivered')
  // It may be requested again at once.
  await forgetMail(db, { address: to, kind: kind.name, requestedAt })
  return false
}

/** `unknown`: sent twice without an answer. `response` is what the server said in the end. */
type Result = { kind: 'sent' | 'unknown' | 'failed'; response: string | null }

/** One attempt; throws `JobPostponed` to be tried again, for a day while the mail server puts this mail off. */
export async function sendFromJob(
  { db, mailFlow, rateLimiter, clock, jobId, signal }: MailJobContext,
  type: MailType,
  mail: Mail,
): Promise<Result> {
  await mailFlow.refresh()
  const isTrial = mailFlow.isFailing()
  if (isTrial ? !(await mailFlow.takeTrial(type)) : mailFlow.permits(1) === 0)
    throw new JobPostponed('Mail is paused, or the mail server is unavailable.')
  const slot = rateLimiter.waitForNextSlot
  const outcome = await mailFlow.send(type, mail, { slot, signal, isTrial })
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent', response: null }
    case 'unavailable':
      throw new JobPostponed(outcome.reason)
    case 'unknown': {
      // Sent once more, because a duplicate is better than a lost mail.
      if ((await findDeferredMail(db, jobId))?.is_unanswered)
        return { kind: 'unknown', response: outcome.reason }
      await deferMail(db, { id: jobId, isUnanswered: true, now: clock.now() })
      throw new JobPostponed(outcome.reason)
    }
    case 'retry': {
      const deferred = await findDeferredMail(db, jobId)
      const lastAttempt = (deferred?.first_attempt_at ?? clock.now()).getTime() + dayMs
      if (clock.now().getTime() < lastAttempt) {
        await deferMail(db, { id: jobId, isUnanswered: false, now: clock.now() })
        throw new JobPostponed(outcome.response)
      }
      break
    }
    case 'rejected':
      if (bounceKind({ status: outcome.enhanced, text: outcome.response }) === 'hard')
        await suppressHard(db, mail.to.address, outcome.response, clock.now())
  }
  return { kind: 'failed', response: outcome.response }
}

async function compose(
  { config, clock, jobId }: MailJobContext,
  { kind, to, template, returnPath, headers }: AccountMail,
): Promise<Mail> {
  // Operator's commands, which enqueue mails, run without a compiler of JSX.
  const { renderMail } = await import('./layout/render-mail.tsx')
  return {
    ...senderFields(config, { 'Feedback-ID': feedbackId(config.brand, kind.name), ...headers }),
    to: { address: to },
    ...(returnPath !== undefined && { returnPath }),
    ...renderMail(template, config.operator),
    messageId: `<${jobId}@${new URL(config.publicUrl).hostname}>`,
    date: clock.now(),
  }
}

/** A stop of all mail applies to the mails that are waiting too, as far as it applies to their kind. */
async function wasStoppedSince(db: Queryable, kind: MailKind, address: string, requestedAt: Date) {
  const stop = await findStop(db, address)
  if (!stop?.stopped_at || stop.stopped_at < requestedAt) return false
  return kind.isPublic === true || stop.confirmed_at === null
}
