import { expect, test } from 'vitest'
import type { Delivery } from '../delivery.schemas.ts'
import {
  announceProgress,
  describeRemaining,
  describeShare,
  phaseOf,
  sharesOf,
} from './delivery-text.ts'

const none = {
  pending: 0,
  sending: 0,
  sent: 0,
  retry: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  weekly: 0,
}

function delivery(states: Partial<typeof none>, rest: Partial<Delivery> = {}): Delivery {
  const all = { ...none, ...states }
  const audience = Object.values(all).reduce((sum, count) => sum + count)
  const isRunning = all.pending + all.sending + all.retry > 0
  return {
    states: { ...all, audience },
    isRunning,
    stoppedBy: null,
    retryable: 0,
    serverFailure: null,
    ...rest,
  }
}

const describeShares = (each: Delivery) =>
  sharesOf(each).map(share => describeShare(share, each.states.audience))

test('The counts add up to the audience, whatever the states', () => {
  const each = delivery({
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
  expect(describeShares(delivery({ sent: 1128, retry: 1, failed: 1 }))).toEqual([
    '1,128 of 1,130 sent',
    '1 waiting',
    '1 could not be reached',
  ])
})

test('A delivery is not over while any mail may still be sent', () => {
  expect(phaseOf(delivery({ sent: 9, sending: 1 }))).toBe('sending')
  expect(phaseOf(delivery({ sent: 9, retry: 1 }))).toBe('waiting')
  expect(phaseOf(delivery({ sent: 9, unknown: 1 }, { isRunning: true }))).toBe('waiting')
  const stoppedBy = 'owner'
  expect(phaseOf(delivery({ sent: 9, sending: 1 }, { stoppedBy }))).toBe('stopping')
  expect(phaseOf(delivery({ sent: 9, skipped: 1 }, { stoppedBy }))).toBe('stopped')
  expect(phaseOf(delivery({ sent: 9, failed: 1 }))).toBe('finished')
  expect(phaseOf(delivery({ sent: 9 }))).toBe('all sent')
})

test('Deferred mails are mentioned, one or many, and screen readers announce quarters', () => {
  expect(describeRemaining(delivery({ sent: 1, retry: 1 }))).toMatch(
    /^1 mail was put off .* tried again by itself/,
  )
  expect(describeRemaining(delivery({ retry: 2 }))).toMatch(
    /^2 mails were put off .* tried again by themselves/,
  )
  expect(announceProgress(delivery({ sent: 60, pending: 40 }))).toBe('Sending, 50 % sent')
  expect(announceProgress(delivery({ sent: 2 }))).toBe('All sent: 2 of 2 sent')
})

test('While the mail server takes no mail, the owner reads since when, what it says and how many mails wait', () => {
  const serverFailure = {
    since: '2026-11-23T14:02:31.000Z',
    reply: '550 5.4.5 Daily user sending limit exceeded',
  }
  const waiting = delivery({ sent: 3, pending: 2, retry: 4 }, { serverFailure })
  expect(phaseOf(waiting)).toBe('waiting')
  expect(describeRemaining(waiting)).toBe(
    'The mail server has taken no mail since Nov 23, 2026, 14:02 UTC. It says: “550 5.4.5 Daily user sending limit exceeded”. 6 mails wait and will be sent once it does.',
  )
  const unanswered = delivery({ sent: 3, unknown: 1 }, { isRunning: true, serverFailure })
  expect(describeRemaining(unanswered)).toMatch(
    /”\. Mails without an answer are tried again once it does\.$/,
  )
})
