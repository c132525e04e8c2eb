import { mailDigest } from '../delivery/digest/weekly.mail.ts'
import { mailReminder } from '../drops/reminder/drop-reminder.mail.ts'
import { mailTestDrop } from '../drops/test-drop.mail.ts'
import { mailFollowConfirmation } from '../follows/confirmation/confirm-follow.mail.ts'
import { mailStopped } from '../follows/unsubscribing/mail-stopped.mail.ts'
import type { MailDefinition } from '../mail/define-mail.ts'
import { mailEmailConfirmation } from '../members/email/confirm-email.mail.ts'
import { mailPasswordReset } from '../members/passwords/reset-password.mail.ts'

/** Every mail of the table `mails`; a worker does not start while one of the list in `mail/mails.ts` is missing. */
export const storedMails: readonly MailDefinition[] = [
  mailEmailConfirmation,
  mailPasswordReset,
  mailFollowConfirmation,
  mailStopped,
  mailTestDrop,
  mailReminder,
  mailDigest,
]
