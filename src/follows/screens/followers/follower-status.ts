import type { Follower } from '../../followers/followers.schemas.ts'

type StatusFields =
  | 'verified'
  | 'unsubscribed'
  | 'unsubscribed_date'
  | 'last_subscription_date'
  | 'created_at'

export function followerStatus(
  follower: Pick<Follower, StatusFields>,
  formatDate: (time: string) => string,
) {
  if (!follower.verified)
    return { badge: 'Pending', variant: 'plain', text: 'Awaiting email verification' } as const
  if (follower.unsubscribed) {
    const on = follower.unsubscribed_date ? formatDate(follower.unsubscribed_date) : 'unknown date'
    return { badge: 'Unsubscribed', variant: 'danger', text: `Unsubscribed on ${on}` } as const
  }
  const since = formatDate(follower.last_subscription_date ?? follower.created_at)
  return { badge: 'Verified', variant: null, text: `Following since ${since}` } as const
}
