import { mailboxOf } from '../../platform/text/email-address.shared.ts'
import { replySubject } from '../smtp/reply-subject.ts'
import { enhancedCodeIn } from './bounce-kind.ts'
import type { MailEvent } from './verdict.ts'

/**
 * The event of a report that is about the recipient of a mail, null where it names others. `address` is null when it is
 * not known any more, and every event counts. Feedback reports often hide the recipient, so complaints are not compared.
 *
 * Where the report only says that the mail was sent to the address, another one was refused: a second address of the
 * same person, or one member of a group. That says nothing final about the address.
 */
export function eventAbout<Event extends MailEvent>(
  events: Event[],
  address: string | null,
): Event | null {
  const mailbox = address === null ? null : mailboxOf(address)
  const isNamed = ({ kind, recipients = [], originals = [] }: Event) =>
    mailbox === null ||
    kind === 'complaint' ||
    (recipients.length === 0 ? originals.length === 0 : recipients.includes(mailbox))
  const named = events.find(isNamed)
  if (named || mailbox === null) return named ?? null
  const sent = events.find(({ originals = [] }) => originals.includes(mailbox))
  if (!sent) return null
  return sent.kind === 'hard' && sent.recipients?.length ? { ...sent, kind: 'soft' } : sent
}

/** Our address, quota or network was refused, which says nothing about the recipient. */
export function isAboutUs({ kind, detail }: Pick<MailEvent, 'kind' | 'detail'>): boolean {
  if (kind !== 'soft') return false
  // A report has no SMTP code, so any of its class does; `parseReport` puts the enhanced one into `detail`.
  const enhanced = enhancedCodeIn(detail)
  const code = enhanced?.startsWith('4') ? 450 : 550
  return replySubject({ code, enhanced, text: detail }) === 'sender'
}
