import type { Outcome } from '../mail.ts'
import type { ClaimedMail, MailUpdate } from './ledger.ts'

/** `unwanted`: nothing was sent, because the mail is not wanted any more. */
export type Attempted = Outcome | { kind: 'unwanted' }

const minute = 60_000
const hour = 60 * minute

/** Waits between attempts; one more would be over 24 hours after the first attempt. */
const retryWaits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 6 * hour, 6 * hour]
const unknownWait = minute
/** Other recipients are tried meanwhile, because a server may close the connection for one recipient only. */
const unavailableWait = 10_000
/**
 * The wait of a mail that was put off before, by a reply to it or because the server was away: the server may react like this
 * to this recipient only. A mail that may have arrived waits `unavailableWait`.
 */
const unavailableAgainWait = 5 * minute

/** The new state of a mail after an attempt to send it. */
export function decideNextState(mail: ClaimedMail, outcome: Attempted, now: Date): MailUpdate {
  const { id, drop_id, claimed_status } = mail
  const attempts = mail.attempts + 1
  const update = { id, ...(drop_id && { drop_id }), attempts, next_attempt_at: null }
  switch (outcome.kind) {
    case 'sent':
      return { ...update, status: 'sent', last_error: null }
    case 'unwanted':
      return {
        ...update,
        // An earlier attempt without a response may have arrived.
        status: claimed_status === 'unknown' ? 'unknown' : 'skipped',
        attempts: mail.attempts,
        // No owner of a drop reads it: a delivery that is not wanted any more is skipped before it is composed.
        last_error: 'not wanted',
      }
    case 'rejected':
      // Also where an earlier attempt had no response: the server would have rejected that one, too.
      return { ...update, status: 'failed', last_error: outcome.response }
    case 'retry': {
      const next = nextAttempt(attempts, now)
      return {
        ...update,
        // One that may have arrived stays unknown, so that it is sent at most once more without a response.
        status: claimed_status === 'unknown' ? 'unknown' : next ? 'retry' : 'failed',
        next_attempt_at: next,
        last_error: outcome.response,
      }
    }
    case 'unknown':
      // The mail is sent once more, because a duplicate is better than a lost mail; after that it stays unknown.
      return {
        ...update,
        status: 'unknown',
        next_attempt_at: claimed_status === 'unknown' ? null : after(unknownWait, now),
        last_error: outcome.reason,
      }
    case 'unavailable':
      // The mail was not the reason, so the attempt does not count.
      return {
        ...update,
        status: claimed_status === 'unknown' ? 'unknown' : 'retry',
        attempts: mail.attempts,
        next_attempt_at: after(
          claimed_status === 'retry' ? unavailableAgainWait : unavailableWait,
          now,
        ),
        last_error: outcome.reason,
      }
  }
}

/** Null after the last attempt. */
function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = retryWaits[attempts - 1]
  // Jitter of 20 % each way, so that mails deferred together are not all retried together.
  return wait === undefined ? null : after(wait * (0.8 + Math.random() * 0.4), now)
}

const after = (milliseconds: number, now: Date) => new Date(now.getTime() + milliseconds)
