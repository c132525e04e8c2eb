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
  /** The addresses that it is about; none if the report does not contain any. */
  recipients?: string[]
}
