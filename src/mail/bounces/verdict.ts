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

/** What a report says about one recipient; `text` is the server's reply. */
export type Verdict = {
  kind: MailEvent['kind']
  /** The enhanced status code (RFC 3463) that decided. */
  status?: string | undefined
  text: string
  recipients?: string[]
}
