import { Failure } from '../platform/errors.ts'

export const alreadyFollowing = (brand: string) =>
  new Failure('already_following', `Looks like you already follow this ${brand}.`)

export const followRefused = () =>
  new Failure('follow_refused', 'This member does not let your account follow them.')

export const followerHidden = () =>
  new Failure(
    'member_hidden',
    'An administrator has hidden you, so you cannot follow anybody for now.',
  )

export const followingOneself = () =>
  new Failure('cannot_follow_self', 'You cannot follow yourself.')

/** The response to any second request within an hour, so that it reveals nothing about the address. `wait` in milliseconds. */
export const verificationRecentlySent = (wait: number) =>
  new Failure(
    'verification_recently_sent',
    'verification_recently_sent: this was asked for within the last hour. Look for the mail, or try again after 1 hour.',
    { retryAfter: wait / 1000 },
  )

export const invalidFollowLink = () =>
  new Failure(
    'invalid_token',
    'This link does not work or is more than 7 days old. Follow once more to get a new one.',
    { field: 'token' },
  )

export const invalidUnsubscribeLink = () =>
  new Failure(
    'invalid_token',
    'This link is not complete. Open it from the mail once more, or use the link of a newer mail.',
    { field: 'token' },
  )

export const notFollowing = (username: string) =>
  new Failure('not_found', `You do not follow @${username}.`)
