import { formatDate } from '../../../ui/format.ts'
import type { Follower } from '../../follows.schemas.ts'

type FollowerStatus = {
  badge: 'Verified' | 'Pending' | 'Unsubscribed'
  tone: 'good' | 'plain' | 'danger'
  text: string
}

export function followerStatus(
  follower: Pick<
    Follower,
    'verified' | 'unsubscribed' | 'unsubscribed_date' | 'last_subscription_date' | 'created_at'
  >,
): FollowerStatus {
  if (!follower.verified)
    return { badge: 'Pending', tone: 'plain', text: 'Awaiting email verification' }
  if (follower.unsubscribed) {
    const on = follower.unsubscribed_date ? formatDate(follower.unsubscribed_date) : 'unknown date'
    return { badge: 'Unsubscribed', tone: 'danger', text: `Unsubscribed on ${on}` }
  }
  const since = formatDate(follower.last_subscription_date ?? follower.created_at)
  return { badge: 'Verified', tone: 'good', text: `Following since ${since}` }
}
