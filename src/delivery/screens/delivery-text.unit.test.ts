import { expect, test } from 'vitest'
import { deliveryWith } from '../../../tests/screen-samples/delivery.ts'
import type { Delivery } from '../delivery.schemas.ts'
import {
  announceProgress,
  describeRemaining,
  describeShare,
  phaseOf,
  sharesOf,
} from './delivery-text.ts'

const describeShares = (each: Delivery) =>
  sharesOf(each).map(share => describeShare(share, each.states.audience))

test('The counts add up to the audience, whatever the states', () => {
  const each = deliveryWith({
    pending: 1,
    sending: 2,
    sent: 3,
    retry: 4,
    failed: 5,
    skipped: 6,
    unknown: 7,
    weekly: 8,
  })
  expect(sharesOf(each).reduce((sum, { count }) => sum + count, 0)).toBe(each.states.audience)
})

test('The counts are described in words, without empty ones', () => {
  expect(describeShares(deliveryWith({ sent: 1128, retry: 1, failed: 1 }))).toEqual([
    '1,128 of 1,130 sent',
    '1 waiting',
    '1 could not be reached',
  ])
})

test('A delivery is not over while any mail may still be sent', () => {
  expect(phaseOf(deliveryWith({ sent: 9, sending: 1 }))).toBe('sending')
  expect(phaseOf(deliveryWith({ sent: 9, retry: 1 }))).toBe('waiting')
  expect(phaseOf(deliveryWith({ sent: 9, unknown: 1 }, { isRunning: true }))).toBe('waiting')
  const stoppedBy = 'owner'
  expect(phaseOf(deliveryWith({ sent: 9, sending: 1 }, { stoppedBy }))).toBe('stopping')
  expect(phaseOf(deliveryWith({ sent: 9, skipped: 1 }, { stoppedBy }))).toBe('stopped')
  expect(phaseOf(deliveryWith({ sent: 9, failed: 1 }))).toBe('finished')
  expect(phaseOf(deliveryWith({ sent: 9 }))).toBe('all sent')
})

test('Deferred mails are mentioned, one or many, and screen readers announce quarters', () => {
  expect(describeRemaining(deliveryWith({ sent: 1, retry: 1 }))).toMatch(
    /^1 mail was put off .* tried again by itself/,
  )
  expect(describeRemaining(deliveryWith({ retry: 2 }))).toMatch(
    /^2 mails were put off .* tried again by themselves/,
  )
  expect(announceProgress(deliveryWith({ sent: 60, pending: 40 }))).toBe('Sending, 50 % sent')
  expect(announceProgress(deliveryWith({ sent: 2 }))).toBe('All sent: 2 of 2 sent')
})

test('While the mail server takes no mail, the owner reads since when, what it says and how many mails wait', () => {
  const serverFailure = {
    since: '2026-11-23T14:02:31.000Z',
    reply: '550 5.4.5 Daily user sending limit exceeded',
  }
  const waiting = deliveryWith({ sent: 3, pending: 2, retry: 4 }, { serverFailure })
  expect(phaseOf(waiting)).toBe('waiting')
  expect(describeRemaining(waiting)).toBe(
    'The mail server has taken no mail since Nov 23, 2026, 14:02 UTC. It says: “550 5.4.5 Daily user sending limit exceeded”. 6 mails wait and will be sent once it does.',
  )
  const unanswered = deliveryWith({ sent: 3, unknown: 1 }, { isRunning: true, serverFailure })
  expect(describeRemaining(unanswered)).toMatch(
    /”\. Mails without an answer are tried again once it does\.$/,
  )
})
