import { Failure } from '../platform/errors.ts'

export const alreadyFollowing = (brand: string) =>
  new Failure('already_following', `Looks like you already follow this ${brand}.`)

export const followRefused = () =>
  new Failure('follow_refused', 'This member does not let your account follow them.')

export const followerHidden = (what: 'follow anybody' | 'send songs to anybody') =>
  new Failure('member_hidden', `An administrator has hidden you, so you cannot ${what} for now.`)

export const followingOneself = () =>
  new Failure('cannot_follow_self', 'You cannot follow yourself.')

/** The response to any second request within an hour, so that it reveals nothing about the email. `wait` in milliseconds. */
export const verificationRecentlySent = (wait: number) =>
  new Failure(
    'verification_recently_sent',
    'verification_recently_sent: this was asked for within the last hour. Look for the mail, or try again after 1 hour.',
    { retryAfter: wait / 1000 },
  )

/** The page of the link shows the message below “This link does not work”. */
const invalidLink = (message: string) => () =>
  new Failure('invalid_token', message, { field: 'token' })

const newLink = 'Press Follow on the member’s page again, and a new link comes by email.'
export const invalidFollowLink = invalidLink(
  `Part of it may be missing, or the follow was stopped since. ${newLink}`,
)
export const expiredFollowLink = invalidLink(`It is older than 7 days. ${newLink}`)

export const invalidMailLink = invalidLink(
  'Part of it may be missing. Open the link in the mail itself, at its very end.',
)
export const formerAddressLink = invalidLink(
  'It came in a mail to an earlier address. Use the link of a mail to the present one.',
)
export const endedFollowLink = invalidLink(
  'An account was deleted, and the follow ended with it. There is nothing left to stop.',
)

export const complainedLink = invalidLink(
  'A mail to this address was reported as spam, so none comes any more. With an account you get mail again once you have chosen a new password by “Forgot password?”; without one, ask whoever runs this site.',
)

/** The follow or subscriber that a mailed link is about. Throws `endedFollowLink`, and `formerAddressLink` for another email. */
export function requireOwner<Owner extends { address: string }>(
  owner: Owner | null,
  isFor: (address: string) => boolean,
): Owner {
  if (!owner) throw endedFollowLink()
  if (!isFor(owner.address)) throw formerAddressLink()
  return owner
}

/** There is no follow to change: 404. To send a song without following is forbidden (`not_following`, 403). */
export const notFollowing = (username: string) =>
  new Failure('not_found', `You do not follow @${username}.`)
