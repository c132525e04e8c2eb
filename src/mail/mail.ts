/** A text, or a whole MIME part that was encoded already. */
export type MailBody = string | { raw: string }

export type Mail = {
  from: { name: string; address: string }
  to: { name?: string; address: string }
  /** An address. */
  replyTo?: string
  /** Where servers report to instead of the sender. An address. */
  returnPath?: string
  subject: string
  html: MailBody
  text: MailBody
  /** With its angle brackets. The same for every attempt at one mail, so that a double can be told. */
  messageId: string
  /** Further headers, such as List-Unsubscribe; each is written once. */
  headers?: Record<string, string>
  date: Date
}

/** What became of one attempt. No text in it names a mailbox or a secret. */
export type Outcome =
  | { kind: 'sent'; response: string }
  /** 4xx: this mail may pass later. */
  | { kind: 'retry'; code: number; response: string }
  /** 5xx: this mail will never pass. `enhanced` is like 5.1.1. */
  | { kind: 'refused'; code: number; enhanced?: string; response: string }
  /** The body was begun and no answer came: it may or may not have been sent. */
  | { kind: 'unknown'; reason: string }
  /** The server is unavailable, whoever the mail is for: it says nothing about this mail. */
  | { kind: 'unavailable'; reason: string }

export type Transport = {
  /** How many mails are on their way at once; further ones wait in line. */
  readonly connections: number
  /**
   * Throws only for a mail that is put together wrongly, such as one with a header given twice.
   * `turn` is waited for once a connection is ready, so that nothing lies between it and the server.
   */
  send(mail: Mail, turn?: () => Promise<void>): Promise<Outcome>
  /**
   * Waits up to 10 s for what is being sent and then breaks off; what stands in line comes back as
   * `unavailable`.
   */
  close(): Promise<void>
}
