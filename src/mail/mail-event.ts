/**
 * What a report says about one mail: `hard` (the mailbox will never accept mail), `soft` (it did not
 * accept this mail), `delivered`, or `complaint` (the recipient marked it as spam).
 */
export type MailEvent = {
  kind: 'hard' | 'soft' | 'delivered' | 'complaint'
  /** Identifies the report, so that a duplicate changes nothing. */
  reportId: string
  /** Without addresses. */
  detail: string
}

/**
 * Hard only where the enhanced status code (RFC 3463) is about the mailbox: no such mailbox, domain or
 * form of address, moved, accepts no mail, disabled. A full mailbox (5.2.2), our own address (5.1.7,
 * 5.1.8), policy (5.7.x), size, routing and a missing code are soft: one bad day at a large provider
 * would otherwise suppress all its users permanently.
 */
export const bounceKind = (enhanced: string | undefined): 'hard' | 'soft' =>
  hardCodes.has(enhanced ?? '') ? 'hard' : 'soft'

const hardCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
