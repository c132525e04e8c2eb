/** Every code that a failed call returns, its status, and what it means to a program. Codes never change. */
export const failureCodes = {
  bad_request: [400, 'The request cannot be read as HTTP.'],
  invalid_input: [400, 'A part of the request is missing or not valid; `field` names it.'],
  invalid_token: [400, 'The token of a mailed link is unknown, used up or expired.'],
  invalid_profile_link: [400, 'Not a link to a profile on the streaming service.'],
  invalid_track_link: [400, 'Not a link to a track on the streaming service.'],
  invalid_track_order: [400, 'The order does not name each track of the list once.'],
  invalid_image: [400, 'The data is not an image in an accepted format.'],
  username_reserved: [400, 'The username is reserved.'],
  cannot_follow_self: [400, 'Members cannot follow themselves.'],
  list_empty: [400, 'There are no tracks to drop.'],
  not_signed_in: [401, 'The call needs a session.'],
  invalid_credentials: [401, 'No account has this email and password.'],
  forbidden: [403, 'The call is for admins or dev users.'],
  cross_site_request: [403, 'The request was sent from another site.'],
  not_found: [404, 'There is no such call, member, drop, track or file.'],
  username_taken: [409, 'Somebody has the username.'],
  email_taken: [409, 'An account has the email.'],
  already_following: [409, 'The member is followed already.'],
  duplicate_track: [409, 'The track is on the list already.'],
  list_full: [409, 'The list has as many tracks as it may have.'],
  drop_too_soon: [
    409,
    'The last drop was too short a time ago; `nextDropTime` says when the next is allowed.',
  ],
  list_unchanged: [409, 'The list is the same as in the last drop.'],
  delivery_stopped: [409, 'The member stopped the delivery of this drop.'],
  delivery_finished: [409, 'The delivery of this drop has ended.'],
  too_large: [413, 'The body or the file in it is too large.'],
  unsupported_media_type: [415, 'The body is not application/json.'],
  rate_limited: [429, 'Too many requests; `Retry-After` says how many seconds to wait.'],
  verification_recently_sent: [
    429,
    'The mail that confirms this follow was sent within the last hour.',
  ],
  confirmation_recently_sent: [
    429,
    'The mail that confirms the account’s email was sent a short while ago.',
  ],
  mail_limit_reached: [
    429,
    'The mailbox has got all the mail that is sent before its address is confirmed.',
  ],
  database_unavailable: [
    503,
    'The database is unavailable for a short time; `Retry-After` says how many seconds to wait.',
  ],
  storage_full: [503, 'The disk is full: nothing can be saved.'],
  internal_error: [500, 'A failure of the server; the request may be tried again.'],
} as const

export type FailureCode = keyof typeof failureCodes
