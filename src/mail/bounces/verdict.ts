import type { MailEventKind } from '../../contract/states.shared.ts'

/** `hard`: the mailbox will never accept mail; `soft`: it did not accept this one; `complaint`: it was marked as spam. */
export type MailEvent = {
  kind: MailEventKind
  reportId: string
  /** Without addresses. */
  detail: string
  recipients?: string[]
}

export type Verdict = {
  kind: MailEvent['kind']
  /** The enhanced status code (RFC 3463) that decided. */
  status?: string | undefined
  text: string
  recipients?: string[]
}
