import { type WorkerContext, workAccountMail } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { confirmEmailMail, mailEmailConfirmation } from './confirm-email.job.ts'
import { forgetExpired, forgetExpiredJob } from './forget-expired.job.ts'
import { mailPasswordReset, resetPasswordMail } from './reset-password.job.ts'

export const memberJobKinds: JobKind<object>[] = [
  confirmEmailMail,
  resetPasswordMail,
  forgetExpiredJob,
]

export async function startMemberJobs(context: WorkerContext) {
  const { queue } = context
  await workAccountMail(context, confirmEmailMail, order => mailEmailConfirmation(context, order))
  await workAccountMail(context, resetPasswordMail, order => mailPasswordReset(context, order))
  await queue.work(forgetExpiredJob, () => forgetExpired(context))
  await queue.schedule(forgetExpiredJob, '23 3 * * *')
}
