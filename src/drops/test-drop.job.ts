import { paths } from '../contract/paths.shared.ts'
import { dropMail } from '../delivery/drop-mail.tsx'
import { defineMailJob, sendAccountMail } from '../mail/account-mail.ts'
import type { MailKind } from '../mail/mail-limits.ts'
import { findMember } from '../members/members.queries.ts'
import { listLeftTracks, listTracks } from '../tracks/tracks.queries.ts'
import { previewDrop } from './preview-drop.ts'

export const testDropMail: MailKind = { name: 'test-drop' }

type TestDropJob = { userId: number; note: string | null; requestedAt: string }

export const mailTestDrop = defineMailJob({
  name: testDropMail.name,
  async run(context, { userId, note, requestedAt }: TestDropJob) {
    const { db, config, clock } = context
    const { email, username } = await findMember(db, userId)
    const { movement, tracks: moved } = await previewDrop(db, userId, clock.now())
    // The list was emptied since.
    if (!movement) return
    const movementOf = new Map(moved.map(track => [track.spotify_track_id, track.movement]))
    const tracks = await listTracks(db, userId)
    await sendAccountMail(context, {
      kind: testDropMail,
      to: email,
      requestedAt: new Date(requestedAt),
      template: dropMail({
        brand: config.brand,
        username,
        dropNumber: (movement.previous_drop ?? 0) + 1,
        note,
        confirmLink: null,
        tracks: tracks.flatMap(track => {
          const movement = movementOf.get(track.spotify_track_id)
          return movement ? { ...track, movement } : []
        }),
        movement,
        left: await listLeftTracks(db, movement),
        dropLink: `${config.publicUrl}${paths.profile(username)}`,
        settings: null,
        reason: `You get this because you asked ${config.brand} for a test drop.`,
      }),
    })
  },
})
