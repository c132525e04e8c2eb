import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import { defineJob, JobPostponed } from '../../platform/queue.ts'
import { notifyMember } from '../../push/notify-member.ts'
import { waitsWhilePaused } from '../../push/wait-while-paused.ts'
import { isStillDue, type ReminderOfDrop } from './reminders.ts'

type PushContext = Pick<Context, 'db' | 'queue' | 'clock' | 'config' | 'vapid'>

/** A device that is notified again after a failure of another shows it as one, by the tag. */
export const pushReminder = defineJob({
  name: 'push-reminder',
  options: { retryLimit: 5, retryDelay: 60, retryBackoff: true },
  async run(context: PushContext, job: ReminderOfDrop, signal) {
    const { db, clock } = context
    if (!(await isStillDue(db, job, 'notification', clock.now()))) return
    if (await waitsWhilePaused(context, pushReminder, job)) return
    const message = {
      title: `Your drop #${job.afterDrop + 1} is open`,
      body: 'Are these still your seven?',
      address: paths.home,
    }
    const { failed } = await notifyMember(context, job.userId, message, signal)
    if (failed > 0) throw new JobPostponed('A push service did not take a reminder.')
  },
})
