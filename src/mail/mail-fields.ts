import type { Config } from '../platform/config/config.ts'
import type { Mail } from './mail.ts'
import { type MailKind, rulesOf } from './mails.ts'

/** The first part of the List-Id of a mail that comes again and again, and where one click unsubscribes. */
export type ListHeaders = { name: string; oneClickPath: string }

/** The sender and the headers that every mail of a kind has. Replies go to the operator's email. */
export function mailFields(
  { mailFrom, operator, brand, publicUrl }: SenderConfig,
  kind: MailKind,
  { list, feedback = [kind] }: { list?: ListHeaders | undefined; feedback?: string[] } = {},
): Pick<Mail, 'from' | 'replyTo' | 'headers'> {
  if ((list !== undefined) !== (rulesOf(kind).isList === true))
    throw new Error(`A mail of the kind ${kind} lacks the headers of a list, or must not have them`)
  return {
    from: mailFrom,
    ...(operator.repliesTo !== null && { replyTo: { address: operator.repliesTo } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange does not know `Auto-Submitted`, and would answer with an out-of-office notice.
      'X-Auto-Response-Suppress': 'All',
      'Feedback-ID': feedbackId(brand, feedback),
      ...(list && {
        'List-Id': `<${list.name}.${new URL(publicUrl).hostname}>`,
        'List-Unsubscribe': `<${publicUrl}${list.oneClickPath}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

type SenderConfig = Pick<Config, 'mailFrom' | 'operator' | 'brand' | 'publicUrl'>

/** Gmail groups spam reports by the Feedback-ID: up to three identifiers, then the sender's name in 5 to 15 characters. */
const feedbackId = (brand: string, identifiers: string[]): string =>
  [...identifiers, `${brand.toLowerCase().slice(0, 10)}-mail`].join(':')
