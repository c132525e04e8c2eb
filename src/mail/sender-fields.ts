import type { Config } from '../platform/config.ts'
import type { Mail } from './mail.ts'

/**
 * Sender and headers that all mails have. Replies go to the operator's email. Exchange answers a mail that has only
 * `Auto-Submitted`, which it does not know, with an out-of-office notice.
 */
export const senderFields = (
  { mailFrom, operator }: Pick<Config, 'mailFrom' | 'operator'>,
  headers: Record<string, string> = {},
): Pick<Mail, 'from' | 'replyTo' | 'headers'> => ({
  from: mailFrom,
  ...(operator.repliesTo !== null && { replyTo: { address: operator.repliesTo } }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...headers,
  },
})
