import type { MailContext } from '../../mail/define-mail.ts'
import type { Ledger } from '../../mail/sender/ledger.ts'
import { recordRejection } from '../bounces/record-report.ts'
import { createDropMailComposer } from '../drop-mail/compose-drop-mail.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.queries.ts'
import { type Recipient, updateDeliveries } from './update-deliveries.queries.ts'

/** The mails of drops: the deliveries that come in no weekly mail. */
export function createDropLedger(
  context: MailContext,
): Ledger<ClaimedDelivery, ClaimedDelivery & Recipient> {
  const { db } = context
  return {
    table: 'drop_notifications',
    hasPriority: false,
    claim: (sender, limit, now, excludeIds) =>
      claimDeliveries(context, sender, limit, now, excludeIds),
    async write(sender, { outcomes, next }, now) {
      const updated = await updateDeliveries(db, sender, [...outcomes, ...next.map(toSending)], now)
      const recipients = new Map(
        updated.flatMap(row => (row.status === 'sending' ? [[row.id, row]] : [])),
      )
      return next.flatMap(delivery => {
        const recipient = recipients.get(delivery.id)
        return recipient ? [{ ...delivery, ...recipient }] : []
      })
    },
    compose: createDropMailComposer(context),
    settle: (_, address, outcome, update) =>
      recordRejection(context, { ...update, address }, outcome),
  }
}

/** The delivery keeps its `next_attempt_at`, which nothing reads while it is being sent. */
const toSending = (delivery: ClaimedDelivery) => ({
  ...delivery,
  status: 'sending' as const,
  last_error: null,
})
