/**
 * States of a delivery, the mail of one drop to one follow. `retry`: put off by the mail server and tried again;
 * `failed`: rejected, or given up after the last retry; `unknown`: sent without a response from the mail server;
 * `digest`: it comes, or is, in a weekly mail.
 */
export const deliveryStates = [
  'pending',
  'sending',
  'sent',
  'retry',
  'failed',
  'skipped',
  'unknown',
  'digest',
] as const
export type DeliveryStatus = (typeof deliveryStates)[number]

export const suppressionReasons = ['hard', 'soft', 'complaint'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why `delivery_decision` of the database skips a delivery. */
export const decidedSkipReasons = [
  'stopped',
  'left',
  'mail off',
  'wants no mail',
  ...suppressionReasons.map(reason => `suppressed ${reason}` as const),
] as const

/** `last_error` of a delivery that is skipped. The last three are about accounts that have not confirmed their address. */
export type SkipReason =
  | (typeof decidedSkipReasons)[number]
  | 'gets it by another follow'
  | 'address not proven'
  | 'mailbox not confirmed'

/** States of a follow; `removed` and `blocked`: by the member, whose list of followers does not show them. */
export const followStates = ['pending', 'following', 'left', 'removed', 'blocked'] as const
export type FollowState = (typeof followStates)[number]
