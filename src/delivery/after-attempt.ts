import type { Outcome } from '../mail/mail.ts'
import type { ClaimedDelivery, DeliveryUpdate } from './claim-deliveries.queries.ts'
import { nextAttempt } from './retry-schedule.ts'

const unknownWaitMs = 60_000
/** A server may close the connection on one recipient alone, so others go first. */
const unavailableWaitMs = 10_000

/** What a delivery becomes by an attempt to send its mail. */
export function afterAttempt(
  delivery: ClaimedDelivery,
  outcome: Outcome,
  now: Date,
): DeliveryUpdate {
  const { id, drop_id, follow_id } = delivery
  const attempts = delivery.attempts + 1
  const tried = { id, drop_id, follow_id, attempts, next_attempt_at: null }
  switch (outcome.kind) {
    case 'sent':
      return { ...tried, status: 'sent', last_error: null }
    case 'refused':
      return { ...tried, status: 'failed', last_error: outcome.response }
    case 'retry': {
      const next = nextAttempt(attempts, now)
      const status = next ? 'retry' : 'failed'
      return { ...tried, status, next_attempt_at: next, last_error: outcome.response }
    }
    case 'unknown': {
      // Tried once more, because a double is better than a loss; after that it stays unknown.
      const again = delivery.status === 'unknown' ? null : new Date(now.getTime() + unknownWaitMs)
      return { ...tried, status: 'unknown', next_attempt_at: again, last_error: outcome.reason }
    }
    case 'unavailable':
      return { ...tried, ...withoutAttempt(delivery, now), last_error: outcome.reason }
  }
}

/** An unavailable server says nothing about the mail, so no attempt is used up. */
const withoutAttempt = ({ status, attempts }: ClaimedDelivery, now: Date) => ({
  status: status === 'unknown' ? status : ('retry' as const),
  attempts,
  next_attempt_at: new Date(now.getTime() + unavailableWaitMs),
})
