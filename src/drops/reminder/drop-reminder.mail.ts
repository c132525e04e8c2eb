import { paths } from '../../contract/paths.shared.ts'
import { defineMail } from '../../mail/define-mail.ts'
import { addressToken } from '../../mail/links/mail-links.ts'
import { findMember } from '../../members/members.queries.ts'
import { countReturnedSongs } from '../../returned-songs/received-songs.queries.ts'
import { listTracks } from '../../tracks/tracks.queries.ts'
import { dropReminderMail } from './drop-reminder-mail.tsx'
import { isStillDue } from './reminders.ts'

export const mailReminder = defineMail(
  'drop-reminder',
  ({ db, config, clock, linkKey }) =>
    async mail => {
      const userId = mail.subjectId
      const { afterDrop } = mail.data
      if (!(await isStillDue(db, { userId, afterDrop }, 'mail', clock.now()))) return null
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
