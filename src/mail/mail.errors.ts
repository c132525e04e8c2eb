import { Failure } from '../platform/errors.ts'

/** Without `retryAt` only a confirmation ends the limit. */
export const mailLimitReached = (retryAt: Date | null, now: Date) =>
  new Failure(
    'mail_limit_reached',
    'This mailbox has got all the mail that is sent before somebody confirms its address. Open the link in one of those mails first.',
    { retryAfter: retryAt ? (retryAt.getTime() - now.getTime()) / 1000 : 24 * 60 * 60 },
  )
