import type { SkipReason } from '../contract/states.shared.ts'
import { enhancedCodeIn } from '../mail/reports/bounce-kind.ts'
import type { Delivery, Undelivered } from './delivery.schemas.ts'

/** Why a recipient did not get a drop, in words for the owner of the drop. `error` is `last_error`. */
export function undeliveredReason(
  state: Undelivered['state'],
  error: string | null,
  { isRetried, stoppedBy }: { isRetried: boolean; stoppedBy: Delivery['stoppedBy'] },
): string {
  // The owner cannot retry a stop of their own, so a drop that was stopped and runs again was stopped by an administrator.
  if (state === 'skipped' && error === 'stopped' && stoppedBy !== 'owner')
    return 'An administrator hid you before it was sent.'
  if (state === 'skipped') return skipReasons[error as SkipReason]
  if (state === 'unknown') {
    const next = isRetried ? 'It is tried once more.' : 'It may have arrived.'
    return `The mail server never said whether it took the mail. ${next}`
  }
  const text = error ?? ''
  const enhanced = enhancedCodeIn(text) ?? ''
  const code = /(?<![\w.@])[45]\d\d(?=[ -]|$)/.exec(text)?.[0] ?? ''
  return reasonsByEnhancedCode[enhanced] ?? reasonByClass(code, enhanced)
}

/** Reasons in words for the owner of the drop. */
const skipReasons: Record<SkipReason, string> = {
  left: 'They stopped following before it was sent.',
  'mail off': 'They follow you without mail.',
  'address not proven':
    'They have not confirmed their address yet, and get no more mail until they do.',
  stopped: 'You stopped this drop before it was sent.',
  restored:
    'The app was restored from a backup. It may have been sent before that, and was not sent again.',
  'suppressed hard': 'The mailbox does not exist any more, as an earlier mail showed.',
  'suppressed soft': 'The mailbox failed several times, so mail to it is paused for now.',
  'suppressed complaint': 'They marked an earlier mail as spam, so they get no more.',
}

/** Enhanced status codes of RFC 3463. */
const reasonsByEnhancedCode: Record<string, string> = {
  '5.1.1': 'The mailbox does not exist.',
  '5.1.2': 'The part of the address after the @ does not exist.',
  '5.1.3': 'This is not an address that mail can be sent to.',
  '5.1.6': 'The mailbox has moved elsewhere.',
  '5.1.10': 'There is no mailbox at this address that takes mail.',
  '5.2.1': 'The mailbox is switched off.',
  '5.2.2': 'The mailbox is full.',
  '4.2.2': 'The mailbox was full for a day.',
  '5.2.3': 'The mail was larger than the mailbox takes.',
  '5.3.4': 'The mail was larger than the mailbox takes.',
  '4.6.5':
    'The mail could not be put together. Whoever runs this site finds the reason in its log.',
}

function reasonByClass(code: string, enhanced: string): string {
  if (enhanced.startsWith('5.7')) return 'Their mail provider refused it by its own rules.'
  if (code === '552') return 'The mailbox is full.'
  if (code.startsWith('4') || enhanced.startsWith('4')) {
    return 'Their mail provider put it off for a whole day, so it was given up.'
  }
  return 'Their mail provider refused it.'
}
