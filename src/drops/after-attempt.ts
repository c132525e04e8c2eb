import type { Outcome } from '../platform/mail/mail.ts'
import type { Claim, Step } from './ledger.queries.ts'
import { nextAttempt } from './retry-schedule.ts'

const unknownWaitMs = 60_000
/** A server may hang up on one recipient alone: others go first, so that it holds up nobody. */
const awayWaitMs = 10_000

/** What a row of the ledger becomes by an attempt to send its mail. */
export function afterAttempt(claim: Claim, outcome: Outcome, now: Date): Step {
  const { id, drop_id, follow_id } = claim
  const attempts = claim.attempts + 1
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
      const again = claim.status === 'unknown' ? null : new Date(now.getTime() + unknownWaitMs)
      return { ...tried, status: 'unknown', next_attempt_at: again, last_error: outcome.reason }
    }
    case 'away':
      return { ...tried, ...untried(claim, now), last_error: outcome.reason }
  }
}

/** A server that is away says nothing about the mail, so no attempt is used up. */
const untried = ({ status, attempts }: Claim, now: Date) => ({
  status: status === 'unknown' ? status : ('retry' as const),
  attempts,
  next_attempt_at: new Date(now.getTime() + awayWaitMs),
})
