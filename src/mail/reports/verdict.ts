import type { MailEventKind } from '../../contract/states.shared.ts'

/** Whom a report names. A mail of ours has one recipient; further ones are those it was forwarded to. */
type Reported = {
  /** Whom the mail could not be delivered to; empty where the report does not say. */
  recipients?: string[]
  /** Whom it was sent to, where that is said as well: often another address of the same person, or a group. */
  originals?: string[]
}

/**
 * A report about the mailboxes (`mailboxOf`) that it names. `hard`: the mailbox will never accept mail; `soft`: it did not
 * accept this one; `complaint`: it was marked as spam.
 */
export type MailEvent = Reported & {
  kind: MailEventKind
  reportId: string
  /** What the report says, without addresses. */
  detail: string
}

/** The verdict of a report about the addresses that it names. */
export type Verdict = Reported & {
  kind: MailEvent['kind']
  /** The enhanced status code (RFC 3463) that decided. */
  status?: string | undefined
  text: string
}

/** What is read of one report: anybody can send one, and all that it names is compared and stored by others. */
export const maxOfReport = { recipients: 100, verdicts: 20 }
