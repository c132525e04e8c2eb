import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import { formatNumber, pluralize } from '../../ui/text/format.ts'
import type { previewDrop } from '../drops.schemas.ts'

type Preview = Pick<ResponseOf<typeof previewDrop>, 'mails' | 'mailsAtMost' | 'feedOnly'>

/**
 * Promises mail only to those who get it. Why the others get none stands in Delivery, after the drop. `mails` is null with
 * too many followers to count.
 */
export function audienceLine(followers: number | undefined, preview: Preview | undefined): string {
  const { mails = null, mailsAtMost = false, feedOnly = 0 } = preview ?? {}
  if (followers === 0)
    return 'Nobody follows you yet. It waits on your page, and you can send it to somebody.'
  if (mails !== null && mails > 0) {
    const line = `Goes to ${mailsAtMost ? 'at most ' : ''}${pluralize(mails, 'person')} by email.`
    if (feedOnly === 0) return line
    return `${line} ${formatNumber(feedOnly)} more ${feedOnly === 1 ? 'finds' : 'find'} it in their feed.`
  }
  if (mails === 0)
    return feedOnly > 0
      ? `${pluralize(feedOnly, 'person')} ${feedOnly === 1 ? 'finds' : 'find'} it in their feed.`
      : 'It waits on your page, and you can send it to somebody.'
  if (followers !== undefined && followers > 1)
    return `Goes to ${formatNumber(followers)} followers, by email to those who get mail.`
  return 'Goes to your followers who get mail.'
}
