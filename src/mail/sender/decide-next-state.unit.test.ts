import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../mail.ts'
import { decideNextState } from './decide-next-state.ts'

const now = new Date(Date.UTC(2026, 0, 1))

const outcomes = fc.constantFrom<Outcome>(
  { kind: 'retry', code: 450, response: '450 Later' },
  { kind: 'unknown', reason: 'The connection was closed' },
  { kind: 'unavailable', reason: 'No connection' },
)

test('Whatever happens between, a mail is sent at most twice without a response', () => {
  fc.assert(
    fc.property(fc.array(outcomes, { minLength: 1, maxLength: 60 }), sequence => {
      let [status, attempts, withoutResponse] = ['pending', 0, 0] as [
        Parameters<typeof decideNextState>[0]['claimed_status'],
        number,
        number,
      ]
      for (const outcome of sequence) {
        if (outcome.kind === 'unknown') withoutResponse++
        const next = decideNextState(
          {
            id: '1',
            drop_id: 1,
            kind: 'drop',
            claimed_status: status,
            is_skipped: false,
            attempts,
          },
          outcome,
          now,
        )
        if (next.next_attempt_at === null) break
        status = next.status
        attempts = next.attempts
      }
      expect(withoutResponse).toBeLessThanOrEqual(2)
    }),
    { numRuns: 2_000 },
  )
})
