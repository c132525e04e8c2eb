import type { Slot } from './sender/send-rate-limit.ts'

export type Mail = {
  from: { name: string; address: string }
  to: { address: string }
  /** Whom a reply goes to; `from` by default. */
  replyTo?: { address: string }
  /** Envelope sender, to which servers report failures; `from.address` by default. */
  returnPath?: string
  subject: string
  html: string
  text: string
  /** The id with angle brackets. Every attempt to send a mail has the same, so that duplicates can be recognised. */
  messageId: string
  /** Additional headers, such as List-Unsubscribe; each may occur once. */
  headers?: Record<string, string>
  date: Date
}

/** A mail as bytes with CRLF line ends, which `prepareMerge` made. */
export type EncodedMail = Pick<Mail, 'from' | 'to' | 'returnPath' | 'messageId' | 'date'> & {
  bytes: Buffer
}

/** The result of one attempt to send a mail. It contains no addresses and no secrets. */
export type Outcome =
  | { kind: 'sent'; response: string }
  /**
   * 4xx: this mail may be accepted later. With `isNoBounce`, which only `judge` of mail-flow.ts sets (the first row of its
   * table), `code` may be outside 4xx, and the reply counts as no soft bounce of the address.
   */
  | { kind: 'retry'; code: number; response: string; isNoBounce?: boolean }
  /**
   * 5xx: this mail will never be accepted. `enhanced` is a status code of RFC 3463, such as 5.1.1;
   * `isClear` if the reply is about this recipient or mail for certain, see `replySubject`.
   */
  | { kind: 'rejected'; code: number; enhanced?: string; response: string; isClear: boolean }
  /** The body was transmitted without a response: the mail may or may not have been accepted. */
  | { kind: 'unknown'; reason: string }
  /**
   * No mail to any recipient can be sent now: the server is away, or refuses us. `code` is that of a reply to this
   * mail, or 421 where the server broke off during it: both could be about its recipient or content after all.
   */
  | { kind: 'unavailable'; reason: string; code?: number }

/**
 * Milliseconds for one mail: waiting for a connection, opening it and sending. The deadline is one for all of
 * them, so that even a server that is slow in each ends a trial before another process repeats it (`mail-flow.queries.ts`).
 */
export const maxSendMs = 90_000

export type Transport = {
  readonly connections: number
  /**
   * Throws only for an invalid mail, such as one with a duplicate header. `slot` is awaited once a
   * connection is ready, so that nothing delays the mail after its rate-limit slot. `signal` ends the attempt
   * unless the body is being sent: what became of it would be unknown.
   */
  send(mail: Mail | EncodedMail, slot?: Slot, signal?: AbortSignal): Promise<Outcome>
  /** Waits up to 8 s for mails in flight, then aborts them; queued mails result in `unavailable`. */
  close(): Promise<void>
}
