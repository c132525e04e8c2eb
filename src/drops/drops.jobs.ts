import { type WorkerContext, workAccountMail } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { deliverDrop, deliverUnfilled, startDelivery } from './deliver-drop.job.ts'
import { type Sender, startSender } from './sender.ts'
import { mailTestDrop, testDropMail } from './test-drop.job.ts'

export const dropJobKinds: JobKind<object>[] = [deliverDrop, deliverUnfilled, testDropMail]

/** Answers the sender of this process; it is stopped once no job runs any more. */
export async function startDropJobs(context: WorkerContext): Promise<Sender> {
  const sender = startSender(context)
  await startDelivery(context, sender)
  await workAccountMail(context, testDropMail, data => mailTestDrop(context, data))
  return sender
}
