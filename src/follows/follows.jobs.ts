import { type WorkerContext, workAccountMail } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { confirmFollowMail, mailFollowConfirmation } from './confirm-follow.job.ts'
import { forgetUnconfirmed, forgetUnconfirmedFollows } from './forget-unconfirmed.job.ts'

export const followJobKinds: JobKind<object>[] = [confirmFollowMail, forgetUnconfirmed]

export async function startFollowJobs(context: WorkerContext) {
  const { queue } = context
  await workAccountMail(context, confirmFollowMail, order => mailFollowConfirmation(context, order))
  await queue.work(forgetUnconfirmed, () => forgetUnconfirmedFollows(context))
  await queue.schedule(forgetUnconfirmed, '17 * * * *')
}
