import { meansDeadMailbox } from './suppression.ts'

/**
 * What became of a mail that a server answered for: `hard` (the mailbox will never take one), `soft`
 * (it did not take this one), `delivered`, or `complaint` (the person called it spam).
 */
export type MailEvent = {
  kind: 'hard' | 'soft' | 'delivered' | 'complaint'
  /** Which report said so; the same report again changes nothing. */
  report: string
  /** Without addresses. */
  detail: string
}

/**
 * By an enhanced code (RFC 3463), where there is one. Refusals for policy, size or routing are final
 * for the mail and say little about the mailbox: one bad day with a large provider would otherwise
 * shut out all its users for good. So they count as soft.
 */
export function bounceKind(enhanced: string | undefined): 'hard' | 'soft' {
  const refusal = {
    kind: 'refused',
    code: 550,
    response: '',
    ...(enhanced && { enhanced }),
  } as const
  return meansDeadMailbox(refusal) ? 'hard' : 'soft'
}
