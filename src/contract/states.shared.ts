/**
 * States of every mail, and of a delivery, the mail of one drop to one follow. `retry`: deferred by the mail server and
 * tried again; `failed`: rejected, or given up after the last retry; `unknown`: sent without a response from the mail
 * server.
 */
export const deliveryStates = [
  'pending',
  'sending',
  'sent',
  'retry',
  'failed',
  'skipped',
  'unknown',
] as const
export type DeliveryStatus = (typeof deliveryStates)[number]

/** The states that the owner of a drop sees: a delivery in a weekly mail is `weekly` until that mail has ended. */
export const shownStates = [...deliveryStates, 'weekly'] as const
export type ShownState = (typeof shownStates)[number]

/** States of recipients to whom a drop was not, or not certainly, delivered. */
export const undeliveredStates = ['failed', 'skipped', 'unknown'] as const

export const suppressionReasons = ['hard', 'soft', 'complaint'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** What is reported of a mail. */
export const mailEventKinds = [...suppressionReasons, 'delivered'] as const
export type MailEventKind = (typeof mailEventKinds)[number]

export const suppressedSkips = suppressionReasons.map(reason => `suppressed ${reason}` as const)

/** Why `delivery_decision` of the database skips a delivery; "proven" is its word for confirmed. */
export const decidedSkipReasons = [
  // The drop was stopped, by its owner or by hiding them. A recipient who stops all mail has `left`.
  'stopped',
  'left',
  'mail off',
  // The recipient is an account with an unconfirmed email, where mail was stopped or suppressed, or a limit is used up.
  'address not proven',
  ...suppressedSkips,
] as const

/**
 * `last_error` of a delivery that is skipped. An account that has not confirmed its email has one reason for everything
 * about that email, because a stranger can make an account with it and let it follow one of their own. `restored`: the
 * operator ended what was not finished in a backup.
 */
export type SkipReason = (typeof decidedSkipReasons)[number] | 'restored'

/** States of a follow; `removed` and `blocked`: by the member, whose list of followers does not show them. */
export const followStates = ['pending', 'following', 'left', 'removed', 'blocked'] as const
export type FollowState = (typeof followStates)[number]

/** Conditions of rows of `radr_follows`, in SQL. */
export const followingCondition = "state = 'following'"
/** Holds for follows on the member's list of followers: the member did not remove them. */
export const listedCondition = "state in ('pending', 'following', 'left')"
