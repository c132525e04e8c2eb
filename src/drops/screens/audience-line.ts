import { formatNumber, pluralize } from '../../ui/format.ts'

/** Promises mail only to those who get it. `mails` is null while unknown, and with too many followers to count. */
export function audienceLine(followers: number | undefined, mails: number | null): string {
  if (followers === 0) return 'Nobody follows you yet: the drop waits on your page.'
  if (mails === 0) return 'Your followers see it in their feed; none of them gets mail.'
  if (mails !== null) return `To ${pluralize(mails, 'person')}, by email.`
  if (followers !== undefined && followers > 1)
    return `To ${formatNumber(followers)} followers, by email to those who get mail.`
  return 'To your followers who get mail.'
}
