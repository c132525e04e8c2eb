import { paths } from '../../contract/paths.shared.ts'
import { defineMail } from '../../mail/define-mail.ts'
import { addressToken } from '../../mail/links/mail-links.ts'
import { requestMail } from '../../mail/mailboxes/mail-limits.ts'
import { findStops } from '../../mail/mailboxes/mailboxes.queries.ts'
import { enqueueMail } from '../../mail/mails.queries.ts'
import type { Transaction } from '../../platform/database.ts'
import { findLinkedSubscriber } from '../subscribers/subscribers.queries.ts'
import { stoppedMail } from './stopped-mail.tsx'

const kind = 'mail-stopped'

/** Tells the owner of an email that all mail to it was stopped, with a link that undoes it. */
export const mailStopped = defineMail(kind, ({ db, config, linkKey }) => async ({ subjectId }) => {
  const subscriber = await findLinkedSubscriber(db, subjectId)
  if (!subscriber || !(await findStops(db, subscriber.address))?.stopped_at) return null
  const { id, address } = subscriber
  const token = addressToken('resume', id, address, linkKey)
  const link = `${config.publicUrl}${paths.undoUnsubscribe}?token=${token}`
  return { to: address, template: stoppedMail({ brand: config.brand, link }) }
})

/**
 * Called when the stop is written, so that `requestMail` refuses a mailbox that nobody has confirmed: its owner may never have
 * heard of the app.
 */
export async function requestStoppedMail(
  trx: Transaction,
  { id, address }: { id: number; address: string },
  now: Date,
) {
  const { isAllowed } = await requestMail(trx, { kind, address, subjectId: id }, now)
  if (isAllowed) await enqueueMail(trx, kind, { subjectId: id, data: {}, requestedAt: now })
}
