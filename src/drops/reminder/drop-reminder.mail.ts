import { paths } from '../../contract/paths.shared.ts'
import { defineMail } from '../../mail/define-mail.ts'
import { addressToken } from '../../mail/links/mail-links.ts'
import { findMember } from '../../members/members.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { defineJob, JobPostponed } from '../../platform/queue.ts'
import { notifyMember } from '../../push/notify-member.ts'
import { waitsWhilePaused } from '../../push/wait-while-paused.ts'
import { countReturnedSongs } from '../../returned-songs/returned-songs.queries.ts'
import { listTracks } from '../../tracks/tracks.queries.ts'
import { findDropEligibility, nextDropTime } from '../drop-rules.ts'
import { dropReminderMail } from './drop-reminder-mail.tsx'
import type { Reminder } from './reminder.schemas.ts'
import { findReminder } from './reminders.ts'

type ReminderJob = { userId: number; afterDrop: number }

export const mailReminder = defineMail(
  'drop-reminder',
  ({ db, config, clock, linkKey }) =>
    async mail => {
      const userId = mail.subjectId
      const { afterDrop } = mail.data
      if (!(await isStillTrue(db, { userId, afterDrop }, 'mail', clock.now()))) return null
      const { publicUrl, brand } = config
      const { email } = await findMember(db, userId)
      const token = addressToken('reminder', userId, email, linkKey)
      return {
        to: email,
        template: dropReminderMail({
          brand,
          dropNumber: afterDrop + 1,
          tracks: await listTracks(db, userId),
          songs: await countReturnedSongs(db, userId),
          listLink: `${publicUrl}${paths.home}`,
          stopLink: `${publicUrl}${paths.stopReminder}?token=${token}`,
        }),
        list: { name: 'reminders', oneClickPath: paths.oneClickReminder(token) },
      }
    },
)

type PushContext = Pick<Context, 'db' | 'queue' | 'clock' | 'config' | 'vapid'>

/** A device that is notified again after a failure of another shows it as one, by the tag. */
export const pushReminder = defineJob({
  name: 'push-reminder',
  options: { retryLimit: 5, retryDelay: 60, retryBackoff: true },
  async run(context: PushContext, job: ReminderJob, signal) {
    const { db, clock } = context
    if (!(await isStillTrue(db, job, 'notification', clock.now()))) return
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

/** The mail or job may have waited, for days. */
async function isStillTrue(
  db: Queryable,
  { userId, afterDrop }: ReminderJob,
  by: Reminder['by'],
  now: Date,
): Promise<boolean> {
  const reminder = await findReminder(db, userId, now)
  if (!reminder.isOn || reminder.by !== by) return false
  if ((await findMember(db, userId)).hidden_reason !== null) return false
  const eligibility = await findDropEligibility(db, userId)
  return (
    eligibility.list.length > 0 &&
    eligibility.lastDrop?.number === afterDrop &&
    nextDropTime(eligibility, now) === null
  )
}
