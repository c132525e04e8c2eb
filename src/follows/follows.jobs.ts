import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { confirmFollowMail, mailFollowConfirmation } from './confirm-follow.job.ts'
import { forgetUnconfirmed, forgetUnconfirmedFollows } from './forget-unconfirmed.job.ts'

export const followJobKinds: JobKind<object>[] = [confirmFollowMail, forgetUnconfirmed]

export async function startFollowJobs(context: WorkerContext) {
  const { queue } = context
  await queue.work(
    confirmFollowMail,
    ({ followId }) => mailFollowConfirmation(context, followId),
    2,
  )
  await queue.work(forgetUnconfirmed, () => forgetUnconfirmedFollows(context))
  await queue.schedule(forgetUnconfirmed, '17 * * * *')
}
