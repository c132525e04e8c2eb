import { paths } from '../../contract/paths.shared.ts'
import { defineMailJob, sendAccountMail } from '../../mail/account-mail.ts'
import { type AccountMailName, type MailKind, requestMail } from '../../mail/mail-limits.ts'
import { addressToken } from '../../mail/mail-links.ts'
import { findStop } from '../../mail/mailboxes.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { findLinkedSubscriber } from '../../subscribers/subscribers.queries.ts'
import { stoppedMail } from './stopped-mail.tsx'

const kind = { name: 'mail-stopped', maxPerDay: 1 } satisfies MailKind & { name: AccountMailName }

/** Tells the owner of an address that all mail to it was stopped, with a link that undoes it. */
export const mailStopped = defineMailJob({
  name: kind.name,
  async run(context, { subscriberId, requestedAt }: { subscriberId: number; requestedAt: string }) {
    const { db, config, linkKey } = context
    const subscriber = await findLinkedSubscriber(db, subscriberId)
    if (!subscriber || !(await findStop(db, subscriber.address))) return
    const { id, address } = subscriber
    const token = addressToken('resume', id, address, linkKey)
    const link = `${config.publicUrl}${paths.undoUnsubscribe}?token=${token}`
    await sendAccountMail(context, {
      kind,
      to: address,
      requestedAt: new Date(requestedAt),
      template: stoppedMail({ brand: config.brand, link }),
    })
  },
})

/** Not for a mailbox that nobody has confirmed: its owner may never have heard of the app. */
export async function requestStoppedMail(
  { queue }: Pick<Context, 'queue'>,
  trx: Transaction,
  { id, address }: { id: number; address: string },
  now: Date,
) {
  const { isAllowed } = await requestMail(trx, { kind, address, subjectId: id }, now)
  if (!isAllowed) return
  await queue.send(mailStopped, { subscriberId: id, requestedAt: now.toISOString() }, trx)
}
