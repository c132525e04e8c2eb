import { withoutMail } from '../../delivery/screens/delivery-text.ts'
import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import { formatNumber, pluralize } from '../../ui/text/format.ts'
import type { previewDrop } from '../drops.schemas.ts'

type Preview = Pick<ResponseOf<typeof previewDrop>, 'mails' | 'mailsAtMost'>

/**
 * Promises mail only to those who get it, and says why the other followers do not. `mails` is null with too many
 * followers to count.
 */
export function audienceLine(followers: number | undefined, preview: Preview | undefined): string {
  const { mails = null, mailsAtMost = false } = preview ?? {}
  if (followers === 0) return 'Nobody follows you yet: the drop waits on your page.'
  if (mails === 0) return 'Your followers see it in their feed; none of them gets mail.'
  if (mails !== null) {
    const line = `To ${mailsAtMost ? 'at most ' : ''}${pluralize(mails, 'person')}, by email.`
    return followers !== undefined && followers > mails
      ? `${line} ${withoutMail(followers - mails)}`
      : line
  }
  if (followers !== undefined && followers > 1)
    return `To ${formatNumber(followers)} followers, by email to those who get mail.`
  return 'To your followers who get mail.'
}
