import type { decidedSkipReasons } from '../contract/delivery-states.ts'

/** Why a delivery is skipped; `last_error` of its row. The last three are about accounts that have not confirmed their address. */
export type SkipReason =
  | (typeof decidedSkipReasons)[number]
  | 'gets it by another follow'
  | 'address not proven'
  | 'mailbox not confirmed'

/** In words for the owner of the drop. */
export const skipReasons: Record<SkipReason, string> = {
  left: 'They stopped following before it was sent.',
  'mail off': 'They follow you without mail.',
  'wants no mail': 'They asked for no mail at all.',
  'gets it by another follow': 'They get it at another follow of the same mailbox.',
  'address not proven': 'They have not confirmed their address yet, and had three drops already.',
  'mailbox not confirmed':
    'They have not confirmed their address yet, and get no more mail until they do.',
  stopped: 'You stopped this drop before it was sent.',
  'suppressed hard': 'The mailbox does not exist any more, as an earlier mail showed.',
  'suppressed soft': 'The mailbox failed several times, so mail to it is paused for now.',
  'suppressed complaint': 'They marked an earlier mail as spam, so they get no more.',
}
