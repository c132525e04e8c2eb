import type { Transaction } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import { lockMailboxes, type Mailbox, type MailboxMail, recordMails } from './mailboxes.queries.ts'
import { countUnconfirmedMail, type MailOrigin } from './unconfirmed-budget.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Mails of all kinds together that a mailbox gets until somebody there has used a link in one. */
const unconfirmedPerDay = 5
export const unconfirmedInAll = 12
/** After "every mail to this address" a confirmed mailbox gets one mail in this time of each public kind. */
const stoppedIntervalMs = 7 * day
export const longestWindowMs = stoppedIntervalMs

/** The jobs that send account mails, so that those which wait can be counted. */
export const accountMails = [
  'confirm-email',
  'reset-password',
  'confirm-follow',
  'test-drop',
  'drop-reminder',
] as const
export type AccountMailName = (typeof accountMails)[number]
/** The job that sends the weekly mail, which no limit counts: its drops were counted. */
export const weeklyMail = 'weekly-mail'

export type MailKind = {
  name: string
  maxPerDay?: number
  /** Time between two mails for the same account or follow. */
  minIntervalMs?: number
  /** Requests that send nothing count towards `minIntervalMs`, too, so that responses to strangers do not tell of it. */
  countsUnsent?: true
  /** Anyone can request it by entering the address. */
  isPublic?: boolean
}

type MailRequest = {
  kind: MailKind
  address: string
  subjectId: number
  /** False for a request that needs no mail and is only counted, by `countsUnsent`. */
  isNeeded?: boolean
  /** Once `maxPerDay` is used up, the account or follow still gets a mail this long after its last one. */
  intervalAfterMaxMs?: number
}

/** `retryAt` is null when waiting does not help. */
export type MailPermission =
  | { isAllowed: true }
  | { isAllowed: false; reason: 'requested recently' | 'too many' | 'budget used'; retryAt: Date }
  | { isAllowed: false; reason: 'not needed' | 'unconfirmed' | 'stopped'; retryAt: null }

export async function requestMail(
  trx: Transaction,
  request: MailRequest,
  now: Date,
  origin?: MailOrigin,
): Promise<MailPermission> {
  const mailboxes = await lockLimits(trx, [request.address], now)
  const [permission] = await requestMails(trx, mailboxes, [request], now, origin)
  if (!permission) throw new Error('The limits of a mail were not checked')
  return permission
}

/** What `requestMails` counts. Mailboxes stay locked until the transaction ends, so that no limit is exceeded together. */
export const lockLimits = (trx: Transaction, addresses: string[], now: Date) =>
  lockMailboxes(trx, addresses, new Date(now.getTime() - longestWindowMs))

/**
 * Decides which mails may be sent, and counts them. `mailboxes` are those of all addresses, by `lockLimits`. Without an
 * `origin`, as for what an operator requests, no budget of a client or domain is used.
 */
export async function requestMails(
  trx: Transaction,
  mailboxes: Map<string, Mailbox>,
  requests: MailRequest[],
  now: Date,
  origin?: MailOrigin,
): Promise<MailPermission[]> {
  const permissions: MailPermission[] = []
  const recorded: MailboxMail[] = []
  for (const request of requests) {
    const mailbox = mailboxes.get(request.address)
    if (!mailbox) throw new Error('A mailbox was not locked')
    const ofMailbox = decide(mailbox, request, now)
    const isBudgeted = ofMailbox.isAllowed && mailbox.confirmed_at === null && origin !== undefined
    const wait = isBudgeted ? await countUnconfirmedMail(trx, origin, request.address) : 0
    const permission =
      wait > 0 ? refuseUntil(new Date(now.getTime() + wait * 1000), 'budget used') : ofMailbox
    permissions.push(permission)
    if (!permission.isAllowed && !request.kind.countsUnsent) continue
    if (!permission.isAllowed && permission.reason === 'requested recently') continue
    const mail = {
      mailbox_id: mailbox.id,
      kind: request.kind.name,
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

function decide(
  mailbox: Mailbox,
  { kind, subjectId, isNeeded = true, intervalAfterMaxMs }: MailRequest,
  now: Date,
): MailPermission {
  const ofKind = mailbox.mails.filter(mail => mail.kind === kind.name)
  const ofSubject = ofKind.filter(mail => mail.subject_id === subjectId)
  const tooSoonUntil = endOfLimit(ofSubject, { max: 1, ms: kind.minIntervalMs }, now)
  if (tooSoonUntil) return refuseUntil(tooSoonUntil, 'requested recently')
  if (!isNeeded) return refuse('not needed')

  const isConfirmed = mailbox.confirmed_at !== null
  if (kind.isPublic && mailbox.has_complained) return refuse('stopped')
  if (mailbox.stopped_at && !isConfirmed) return refuse('stopped')
  if (!isConfirmed && mailbox.unconfirmed_mails >= unconfirmedInAll) return refuse('unconfirmed')

  const sent = mailbox.mails.filter(({ is_sent }) => is_sent)
  const sentOfKind = ofKind.filter(({ is_sent }) => is_sent)
  const sentOfSubject = ofSubject.filter(({ is_sent }) => is_sent)
  const endOfMax = endOfLimit(sentOfKind, { max: kind.maxPerDay, ms: day }, now)
  const endOfInterval =
    intervalAfterMaxMs === undefined
      ? endOfMax
      : endOfLimit(sentOfSubject, { max: 1, ms: intervalAfterMaxMs }, now)
  const ends = [
    endOfMax && endOfInterval,
    isConfirmed ? null : endOfLimit(sent, { max: unconfirmedPerDay, ms: day }, now),
    mailbox.stopped_at && kind.isPublic
      ? endOfLimit(sentOfKind, { max: 1, ms: stoppedIntervalMs }, now)
      : null,
  ].filter(end => end !== null)
  const last = ends.toSorted((one, other) => other.getTime() - one.getTime())[0]
  return last ? refuseUntil(last, 'too many') : { isAllowed: true }
}

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

const refuse = (reason: 'not needed' | 'unconfirmed' | 'stopped'): MailPermission => ({
  isAllowed: false,
  reason,
  retryAt: null,
})

/** Without `retryAt` only a confirmation ends the limit. */
export const mailLimitReached = (retryAt: Date | null, now: Date) =>
  new Failure(
    'mail_limit_reached',
    'This mailbox has got all the mail that is sent before somebody confirms its address. Open the link in one of those mails first.',
    { retryAfter: retryAt ? (retryAt.getTime() - now.getTime()) / 1000 : 24 * 60 * 60 },
  )

/** `wait` in milliseconds. */
export const mailBudgetUsed = (wait: number) =>
  new Failure(
    'mail_budget_used',
    'Too many emails to new addresses were asked for in the last hour, from your network or at your email’s domain. Try again in an hour.',
    { retryAfter: wait / 1000 },
  )
