import type { Transaction } from '../../platform/database.ts'
import { Failure } from '../../platform/errors.ts'
import { limitsOf, type MailKind } from '../mails.ts'
import { lockMailboxes, type Mailbox, type MailboxMail, recordMails } from './mailboxes.queries.ts'
import { countUnconfirmedMail, type MailOrigin } from './unconfirmed-budget.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Mails of all kinds together that a mailbox gets until somebody there has used a link in one. */
const unconfirmedPerDay = 5
export const unconfirmedInAll = 12
/** After a stop (`stopMailbox`) a confirmed mailbox gets one mail in this time of each kind with `isHeldByStop`. */
const stoppedIntervalMs = 7 * day
export const longestWindowMs = stoppedIntervalMs

type MailRequest = {
  kind: MailKind
  address: string
  subjectId: number
  /** False for a request that needs no mail and is only counted, by `countsUnsent`. */
  isNeeded?: boolean
  /** Once `maxPerDay` is used up, the account or follow still gets a mail this long after its last one. */
  intervalAfterMaxMs?: number
}

/** Asks the budgets of a client and a domain (`unconfirmed-budget.ts`), which refuse mail to unconfirmed mailboxes alone. */
type Budget =
  /** The request is counted now, in the budgets of this client and of the domain. */
  | { countFor: MailOrigin }
  /** The caller has counted it before, and was told to wait this many seconds. */
  | { countedWait: number }

/** `retryAt` is null when waiting does not help. */
export type MailPermission =
  | { isAllowed: true }
  | { isAllowed: false; reason: 'requested recently' | 'too many' | 'budget used'; retryAt: Date }
  | { isAllowed: false; reason: 'not needed' | 'unconfirmed' | 'stopped'; retryAt: null }

/** Decides whether the mail may be sent, and counts it. It sends nothing: the caller adds the mail by `enqueueMail`. */
export async function requestMail(
  trx: Transaction,
  request: MailRequest,
  now: Date,
  budget?: Budget,
): Promise<MailPermission> {
  const mailboxes = await lockLimits(trx, [request.address], now)
  const [permission] = await requestMails(trx, mailboxes, [request], now, budget)
  if (!permission) throw new Error('The limits of a mail were not checked')
  return permission
}

/** Locks and reads the mailboxes of some emails, until the transaction ends, so that two requests do not exceed a limit together. */
export const lockLimits = (trx: Transaction, addresses: string[], now: Date) =>
  lockMailboxes(trx, addresses, new Date(now.getTime() - longestWindowMs))

/**
 * Decides which mails may be sent, and counts them. `mailboxes` are those of all emails, by `lockLimits`.
 *
 * A used budget must not tell a client whether a mailbox is confirmed, so the caller decides who counts a request in the
 * budgets of its client and domain:
 * - `followByEmail`, whose response is the same for all, passes `countFor`: each request counts, except one that throws
 *   `verificationRecentlySent`, whose transaction takes the count back;
 * - a drop, which has no client, passes `countFor` too, and is counted only if the mail is sent;
 * - `requestPasswordReset` counts before it queues the decision, which passes the result as `countedWait`;
 * - `requestEmailConfirmation` counts before, and itself refuses every mailbox where a budget is used: it passes none;
 * - what an operator requests, a test drop, a reminder and the mail about a stop are not counted: none.
 */
export async function requestMails(
  trx: Transaction,
  mailboxes: Map<string, Mailbox>,
  requests: MailRequest[],
  now: Date,
  budget?: Budget,
): Promise<MailPermission[]> {
  const permissions: MailPermission[] = []
  const recorded: MailboxMail[] = []
  for (const request of requests) {
    const mailbox = mailboxes.get(request.address)
    if (!mailbox) throw new Error('A mailbox was not locked')
    const ofMailbox = decide(mailbox, request, now)
    const isBudgeted = ofMailbox.isAllowed && mailbox.confirmed_at === null
    const wait = await findWait(trx, budget, { address: request.address, isBudgeted })
    const permission = isBudgeted && wait > 0 ? refuseForBudget(wait, now) : ofMailbox
    permissions.push(permission)
    if (!isCounted(request, permission)) continue
    const mail = {
      mailbox_id: mailbox.id,
      kind: request.kind,
      subject_id: request.subjectId,
      is_sent: permission.isAllowed,
      requested_at: now,
    }
    mailbox.mails.unshift(mail)
    if (mail.is_sent) mailbox.unconfirmed_mails++
    recorded.push(mail)
  }
  await recordMails(trx, recorded)
  return permissions
}

/** Each request of a client counts, also for a confirmed mailbox, so that a used budget says nothing about it. */
async function findWait(
  trx: Transaction,
  budget: Budget | undefined,
  { address, isBudgeted }: { address: string; isBudgeted: boolean },
): Promise<number> {
  if (!budget) return 0
  if ('countedWait' in budget) return budget.countedWait
  const isByClient = budget.countFor.client !== null
  return isByClient || isBudgeted ? countUnconfirmedMail(trx, budget.countFor, address) : 0
}

/** A refused request counts by `countsUnsent`, but not one that came too soon: else the time to wait would never end. */
const isCounted = ({ kind }: MailRequest, permission: MailPermission) =>
  permission.isAllowed ||
  (limitsOf(kind).countsUnsent === true && permission.reason !== 'requested recently')

function decide(
  mailbox: Mailbox,
  { kind, subjectId, isNeeded = true, intervalAfterMaxMs }: MailRequest,
  now: Date,
): MailPermission {
  const { maxPerDay, minIntervalMs, isHeldByStop } = limitsOf(kind)
  const ofKind = mailbox.mails.filter(mail => mail.kind === kind)
  const ofSubject = ofKind.filter(mail => mail.subject_id === subjectId)
  const tooSoonUntil = endOfLimit(ofSubject, { max: 1, ms: minIntervalMs }, now)
  if (tooSoonUntil) return refuseUntil(tooSoonUntil, 'requested recently')
  if (!isNeeded) return refuse('not needed')

  const isConfirmed = mailbox.confirmed_at !== null
  if (isHeldByStop && mailbox.has_complained) return refuse('stopped')
  if (mailbox.stopped_at && !isConfirmed) return refuse('stopped')
  if (!isConfirmed && mailbox.unconfirmed_mails >= unconfirmedInAll) return refuse('unconfirmed')

  const permitted = mailbox.mails.filter(({ is_sent }) => is_sent)
  const permittedOfKind = ofKind.filter(({ is_sent }) => is_sent)
  const permittedOfSubject = ofSubject.filter(({ is_sent }) => is_sent)
  const endOfDay = endOfLimit(permittedOfKind, { max: maxPerDay, ms: day }, now)
  const ends = [
    intervalAfterMaxMs === undefined
      ? endOfDay
      : earlier(endOfDay, endOfLimit(permittedOfSubject, { max: 1, ms: intervalAfterMaxMs }, now)),
    isConfirmed ? null : endOfLimit(permitted, { max: unconfirmedPerDay, ms: day }, now),
    mailbox.stopped_at && isHeldByStop
      ? endOfLimit(permittedOfKind, { max: 1, ms: stoppedIntervalMs }, now)
      : null,
  ].filter(end => end !== null)
  const last = ends.toSorted((one, other) => other.getTime() - one.getTime())[0]
  return last ? refuseUntil(last, 'too many') : { isAllowed: true }
}

/** The earlier end of two limits either of which permits a mail. */
const earlier = (one: Date | null, other: Date | null) =>
  one && other && (one < other ? one : other)

/** When a limit permits one more mail; null when it does now. Mails are the newest first. */
function endOfLimit(
  mails: MailboxMail[],
  { max, ms }: { max: number | undefined; ms: number | undefined },
  now: Date,
): Date | null {
  const oldest = max === undefined ? undefined : mails[max - 1]
  if (oldest === undefined || ms === undefined) return null
  const end = new Date(oldest.requested_at.getTime() + ms)
  return end > now ? end : null
}

const refuseUntil = (
  retryAt: Date,
  reason: 'requested recently' | 'too many' | 'budget used',
): MailPermission => ({ isAllowed: false, reason, retryAt })

/** Refuses for the seconds that `countUnconfirmedMail` returns. */
export const refuseForBudget = (seconds: number, now: Date) =>
  refuseUntil(new Date(now.getTime() + seconds * 1000), 'budget used')

const refuse = (reason: 'not needed' | 'unconfirmed' | 'stopped'): MailPermission => ({
  isAllowed: false,
  reason,
  retryAt: null,
})

/**
 * The failure for a kind that a stop does not hold. Without `retryAt` the mailbox is unconfirmed, and stopped or out of
 * mails, so it gets no mail at all. The response does not say which, because anybody can register with the email.
 */
export const mailRefused = (retryAt: Date | null, now: Date) =>
  retryAt === null
    ? new Failure(
        'mail_stopped',
        'No more mail is sent to this address: somebody there stopped it, or opened the link in none of the mails so far. Open the link in one of those. If none of them works, write to whoever runs this site.',
      )
    : new Failure(
        'mail_limit_reached',
        'This mailbox has got all the mail that it gets for now. Open the link in one of those mails, or ask again later.',
        { retryAfter: (retryAt.getTime() - now.getTime()) / 1000 },
      )

export const mailBudgetUsed = (waitMs: number) =>
  new Failure(
    'mail_budget_used',
    'Too many emails to new addresses were asked for in the last hour, from your network or at your email’s domain. Try again in an hour.',
    { retryAfter: waitMs / 1000 },
  )
