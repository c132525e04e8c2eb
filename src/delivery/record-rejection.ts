import type { Outcome } from '../mail/mail.ts'
import { bounceKind, type MailEvent } from '../mail/mail-event.ts'
import type { Context } from '../platform/context.ts'
import type { DeliveryUpdate } from './claim-deliveries.queries.ts'
import { recordMailEvent } from './record-mail-event.ts'

/** Records what a mail server said while a mail was being sent, where that was the last word on the mail. */
export async function recordRejection(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  { id, status }: Pick<DeliveryUpdate, 'id' | 'status'>,
  outcome: Outcome,
) {
  if (status !== 'failed' || (outcome.kind !== 'refused' && outcome.kind !== 'retry')) return
  const event: MailEvent = {
    kind: outcome.kind === 'refused' ? bounceKind(outcome.enhanced) : 'soft',
    // No two attempts are the same, and one mail counts once however often it bounces.
    report: `smtp ${context.clock.now().toISOString()}`,
    detail: outcome.response,
  }
  await recordMailEvent(context, { notificationId: id }, event, { whileSending: true }).catch(
    error => context.log.error({ err: error }, 'a rejection was not recorded'),
  )
}
