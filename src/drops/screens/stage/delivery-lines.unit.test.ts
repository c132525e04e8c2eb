import { expect, test } from 'vitest'
import { deliveryWith } from '../../../../tests/screen-samples/delivery.ts'
import type { Delivery } from '../../../delivery/delivery.schemas.ts'
import { deliveryLines } from './delivery-lines.ts'

test.each<[followers: number, Delivery | undefined, string]>([
  [0, undefined, 'Nobody follows you yet: send it to somebody.'],
  [16, undefined, 'On its way.'],
  [16, deliveryWith({}), 'Nobody follows you any more: send it to somebody.'],
  [16, deliveryWith({ pending: 14, skipped: 2 }), 'On its way to 14 people.'],
  [
    16,
    deliveryWith({ pending: 7, sending: 1, sent: 6, skipped: 2 }),
    'On its way to 14 people: 6 sent.',
  ],
  [1, deliveryWith({ pending: 1 }), 'On its way to 1 person.'],
  [16, deliveryWith({ sent: 14, skipped: 2 }), '14 mails have left.'],
  [1, deliveryWith({ sent: 1 }), '1 mail has left.'],
  [9, deliveryWith({ sent: 6, weekly: 3 }), '6 mails have left.'],
  [3, deliveryWith({ skipped: 3 }), 'It is on your page and in the feed.'],
  [2, deliveryWith({ unknown: 2 }, { isRunning: true }), '2 without an answer.'],
  [
    2,
    deliveryWith({ unknown: 2 }, { serverFailure: { since: '2026-01-01T00:00:00Z', reply: '' } }),
    'The mail server takes no mail at present.',
  ],
  [
    2,
    deliveryWith({ pending: 2 }, { serverFailure: { since: '2026-01-01T00:00:00Z', reply: '' } }),
    'The mail server takes no mail at present: 2 mails wait for it.',
  ],
])('Of %s followers: %s', (followers, state, line) => {
  expect(deliveryLines(followers, state)[0]).toBe(line)
})

test.each<[Delivery, string[]]>([
  [deliveryWith({ sent: 12 }), ['12 mails have left.']],
  [deliveryWith({ sent: 12, skipped: 6 }), ['12 mails have left.']],
  [
    deliveryWith({ sent: 12, weekly: 2, failed: 1, unknown: 2, skipped: 1 }),
    [
      '12 mails have left.',
      '2 weekly mails will have it on Friday.',
      '2 without an answer.',
      '1 could not be reached.',
    ],
  ],
  [
    deliveryWith({ pending: 5, weekly: 1, skipped: 6 }),
    ['On its way to 5 people.', '1 weekly mail will have it on Friday.'],
  ],
  [deliveryWith({ weekly: 3 }), ['3 weekly mails will have it on Friday.']],
  [deliveryWith({ skipped: 3 }), ['It is on your page and in the feed.']],
])('Who gets mail is accounted for: %o', (state, lines) => {
  expect(deliveryLines(18, state)).toEqual(lines)
})
