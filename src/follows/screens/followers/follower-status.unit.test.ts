import { expect, test } from 'vitest'
import { formatDate } from '../../../ui/text/format.ts'
import { followerStatus } from './follower-status.ts'

const statusOf = (follower: Parameters<typeof followerStatus>[0]) =>
  followerStatus(follower, formatDate)

const follower = {
  verified: true,
  unsubscribed: false,
  unsubscribed_date: null,
  last_subscription_date: null,
  created_at: '2026-11-02T23:59:00.000Z',
}

test('An unconfirmed follower is pending, whatever else is known', () => {
  expect(statusOf({ ...follower, verified: false, unsubscribed: true })).toMatchObject({
    badge: 'Pending',
    text: 'Awaiting email verification',
  })
})

test('A confirmed follower follows since the last subscription, or since the follow was created', () => {
  expect(statusOf(follower)).toMatchObject({
    badge: 'Verified',
    text: 'Following since Nov 2, 2026',
  })
  expect(statusOf({ ...follower, last_subscription_date: '2026-11-05T00:00:00.000Z' }).text).toBe(
    'Following since Nov 5, 2026',
  )
})

test('A follower who left is unsubscribed, on a date that may be unknown', () => {
  const left = { ...follower, unsubscribed: true }
  expect(statusOf(left)).toMatchObject({
    badge: 'Unsubscribed',
    text: 'Unsubscribed on unknown date',
  })
  expect(statusOf({ ...left, unsubscribed_date: '2026-11-09T12:00:00.000Z' }).text).toBe(
    'Unsubscribed on Nov 9, 2026',
  )
})
