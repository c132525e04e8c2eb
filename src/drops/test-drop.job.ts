import { dropMail } from '../delivery/drop-mail.tsx'
import { defineMailJob, sendAccountMail } from '../mail/account-mail.ts'
import type { MailKind } from '../mail/mail-limits.ts'
import { findMember } from '../members/members.queries.ts'
import { paths } from '../platform/paths.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { findDropEligibility } from './drop-rules.ts'

export const testDropMail: MailKind = { name: 'test-drop' }

type TestDropJob = { userId: number; note: string | null; requestedAt: string }

/** Mails a member the drop that they would make now. */
export const mailTestDrop = defineMailJob({
  name: testDropMail.name,
  async run(context, { userId, note, requestedAt }: TestDropJob) {
    const { db, config } = context
    const { email, username } = await findMember(db, userId)
    const { lastDrop } = await findDropEligibility(db, userId)
    await sendAccountMail(context, {
      kind: testDropMail,
      to: email,
      requestedAt: new Date(requestedAt),
      template: dropMail({
        brand: config.brand,
        username,
        dropNumber: (lastDrop?.number ?? 0) + 1,
        note,
        tracks: await listTracks(db, userId),
        // A drop that was not made has no page.
        dropLink: `${config.publicUrl}${paths.profile(username)}`,
        unsubscribeLink: null,
        reason: `You get this because you asked ${config.brand} for a test drop.`,
      }),
    })
  },
})
