import { dropMail } from '../delivery/drop-mail.tsx'
import { defineMailJob, sendAccountMail } from '../mail/account-mail.ts'
import { findMember } from '../members/members.queries.ts'
import { paths } from '../platform/paths.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { findDropEligibility } from './drop-rules.ts'

type Order = { userId: number; note: string | null }

/** Mails a member the drop that they would make now. */
export const mailTestDrop = defineMailJob({
  name: 'test-drop',
  async run(context, { userId, note }: Order) {
    const { db, config } = context
    const { email, username } = await findMember(db, userId)
    const { lastDrop } = await findDropEligibility(db, userId)
    await sendAccountMail(context, {
      kind: 'test-drop',
      to: email,
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
