import { expect, test } from 'vitest'
import type { Delivery } from '../../../delivery/delivery.schemas.ts'
import { deliveryLines } from './delivery-lines.ts'

const none = {
  pending: 0,
  sending: 0,
  sent: 0,
  retry: 0,
  unknown: 0,
  failed: 0,
  skipped: 0,
  weekly: 0,
}

const delivery = (states: Partial<typeof none>, more: Partial<Delivery> = {}): Delivery => {
  const all = { ...none, ...states }
  const audience = Object.values(all).reduce((sum, count) => sum + count, 0)
  const isRunning = all.pending + all.sending + all.retry > 0
  const idle = { isRunning, stoppedBy: null, serverFailure: null, retryable: 0 }
  return { states: { ...all, audience }, ...idle, ...more }
}

test.each<[followers: number, Delivery | undefined, string]>([
  [0, undefined, 'Nobody follows you yet: send it to somebody.'],
  [16, undefined, 'On its way.'],
  [16, delivery({}), 'On its way.'],
  [16, delivery({ pending: 14, skipped: 2 }), 'On its way to 14 people.'],
  [
    16,
    delivery({ pending: 7, sending: 1, sent: 6, skipped: 2 }),
    'On its way to 14 people: 6 sent.',
  ],
  [1, delivery({ pending: 1 }), 'On its way to 1 person.'],
  [16, delivery({ sent: 14, skipped: 2 }), '14 mails have left.'],
  [1, delivery({ sent: 1 }), '1 mail has left.'],
  [9, delivery({ sent: 6, weekly: 3 }), '6 mails have left.'],
  [3, delivery({ skipped: 3 }), 'Your followers see it in their feed.'],
  [2, delivery({ unknown: 2 }, { isRunning: true }), '2 without an answer.'],
  [
    2,
    delivery({ unknown: 2 }, { serverFailure: { since: '2026-01-01T00:00:00Z', reply: '' } }),
    'The mail server takes no mail at present.',
  ],
  [
    2,
    delivery({ pending: 2 }, { serverFailure: { since: '2026-01-01T00:00:00Z', reply: '' } }),
    'The mail server takes no mail at present: 2 mails wait for it.',
  ],
])('Of %s followers: %s', (followers, state, line) => {
  expect(deliveryLines(followers, state)[0]).toBe(line)
})

test.each<[Delivery, string[]]>([
  [delivery({ sent: 12 }), ['12 mails have left.']],
  [delivery({ sent: 12, skipped: 6 }), ['12 mails have left.']],
  [
    delivery({ sent: 12, weekly: 2, failed: 1, unknown: 2, skipped: 1 }),
    [
      '12 mails have left.',
      '2 weekly mails will have it on Friday.',
      '2 without an answer.',
      '1 could not be reached.',
    ],
  ],
  [
    delivery({ pending: 5, weekly: 1, skipped: 6 }),
    ['On its way to 5 people.', '1 weekly mail will have it on Friday.'],
  ],
  [delivery({ weekly: 3 }), ['3 weekly mails will have it on Friday.']],
  [delivery({ skipped: 3 }), ['Your followers see it in their feed.']],
])('Who gets mail is accounted for: %o', (state, lines) => {
  expect(deliveryLines(18, state)).toEqual(lines)
})
