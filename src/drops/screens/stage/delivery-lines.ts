import type { Delivery } from '../../../delivery/delivery.schemas.ts'
import { otherLines } from '../../../delivery/screens/delivery-text.ts'
import { formatNumber, pluralize } from '../../../ui/text/format.ts'

/**
 * Where the mails of a new drop are, and then what the other followers get. `delivery` is undefined until it is known.
 * Followers who get no mail are left to the panel of the drop.
 */
export function deliveryLines(followers: number, delivery: Delivery | undefined): string[] {
  if (followers === 0) return ['Nobody follows you yet: send it to somebody.']
  if (!delivery) return ['On its way.']
  if (delivery.states.audience === 0) return ['Nobody follows you any more: send it to somebody.']
  const { states, serverFailure } = delivery
  const { sent, weekly, unknown } = states
  const waiting = states.pending + states.sending + states.retry
  const others = otherLines({ ...delivery, states: { ...states, skipped: 0 } })
  if (serverFailure)
    return [
      waiting === 0
        ? 'The mail server takes no mail at present.'
        : `The mail server takes no mail at present: ${pluralize(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'} for it.`,
      ...others,
    ]
  if (waiting > 0) {
    const way = `On its way to ${pluralize(sent + waiting, 'person')}`
    return [sent > 0 ? `${way}: ${formatNumber(sent)} sent.` : `${way}.`, ...others]
  }
  if (sent > 0)
    return [`${pluralize(sent, 'mail')} ${sent === 1 ? 'has' : 'have'} left.`, ...others]
  return weekly + unknown > 0 ? others : ['It is on your page and in the feed.', ...others]
}
