/** Every code that a failed call returns, and its status. Codes never change. */
export const failureCodes = {
  /** The request cannot be read as HTTP. */
  bad_request: 400,
  /** `field` names the part of the request that is missing or not valid. */
  invalid_input: 400,
  invalid_token: 400,
  invalid_profile_link: 400,
  invalid_track_link: 400,
  short_link_not_track: 400,
  short_link_broken: 400,
  /** The host of the short link does not respond; the request may be tried again. */
  short_link_unavailable: 400,
  invalid_track_order: 400,
  invalid_image: 400,
  /** The installation sends no mail to the domain of this email. */
  mail_domain_blocked: 400,
  /** The message says why. */
  invalid_archive: 400,
  username_reserved: 400,
  cannot_follow_self: 400,
  list_empty: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  /** The call is for admins or dev users. */
  forbidden: 403,
  wrong_password: 403,
  /** The member does not let this account follow. */
  follow_refused: 403,
  email_not_confirmed: 403,
  not_following: 403,
  /** The member has switched off that followers send songs. */
  songs_refused: 403,
  /** No more mail is sent to this email until somebody opens the link in one. */
  mail_stopped: 403,
  /** An administrator has hidden the member, who cannot drop or follow anybody until shown again. */
  member_hidden: 403,
  /** The installation takes no new accounts, or only with an invitation. */
  registration_closed: 403,
  cross_site_request: 403,
  not_found: 404,
  /** The streaming service does not have the track. */
  unknown_track: 404,
  /** Tracks cannot be searched here, or the streaming service does not respond. */
  search_unavailable: 404,
  /** The header `X-Member` names another member than the session, or `none`; load the page again. */
  other_member: 409,
  username_taken: 409,
  email_taken: 409,
  already_following: 409,
  duplicate_track: 409,
  /** One song for each drop and follower. */
  song_already_sent: 409,
  list_full: 409,
  /** The list has tracks, and the call does not say whether to replace them. */
  list_not_empty: 409,
  /** The account has drops, so no others can be imported. */
  drops_exist: 409,
  /** `nextDropTime` says when the next drop is allowed. */
  drop_too_soon: 409,
  /** The list is the same as in the last drop. */
  list_unchanged: 409,
  delivery_stopped: 409,
  delivery_finished: 409,
  too_large: 413,
  /** The URL has more than 2,048 characters. */
  address_too_long: 414,
  unsupported_media_type: 415,
  /** oEmbed is available as JSON only. */
  unsupported_format: 501,
  /** `Retry-After` says how many seconds to wait. */
  rate_limited: 429,
  /** The mail that confirms this follow was sent within the last hour. */
  verification_recently_sent: 429,
  confirmation_recently_sent: 429,
  /** The mailbox has got all the mail of a day. */
  mail_limit_reached: 429,
  /** The mails of an hour to unconfirmed emails are used up, by this client or for the domain. */
  mail_budget_used: 429,
  /** The database is away for a short time; `Retry-After` says how many seconds. */
  database_unavailable: 503,
  /** The disk is full: nothing can be saved. */
  storage_full: 503,
  /** The request may be tried again. */
  internal_error: 500,
} as const

export type FailureCode = keyof typeof failureCodes
