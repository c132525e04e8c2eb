import type { Delivery } from '../../../delivery/delivery.schemas.ts'
import { formatNumber, pluralize } from '../../../ui/format.ts'

/** Where the mails of a new drop are. `delivery` is undefined until it is known. */
export function deliveryLine(followers: number, delivery: Delivery | undefined): string {
  if (followers === 0) return 'Nobody follows you yet: send it to somebody.'
  if (!delivery || delivery.states.audience === 0) return 'On its way.'
  const { states, isRunning, serverFailure } = delivery
  const { sent, digest } = states
  const waiting = states.pending + states.sending + states.retry
  if (serverFailure)
    return `The mail server takes no mail at present: ${pluralize(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'} for it.`
  if (isRunning) {
    const way = `On its way to ${pluralize(sent + waiting, 'person')}`
    return sent > 0 ? `${way}: ${formatNumber(sent)} sent.` : `${way}.`
  }
  const parts = [
    sent > 0 && `${pluralize(sent, 'mail')} ${sent === 1 ? 'has' : 'have'} left.`,
    digest > 0 && `${pluralize(digest, 'weekly mail')} will have it on Friday.`,
  ].filter(Boolean)
  return parts.join(' ') || 'Your followers see it in their feed.'
}
