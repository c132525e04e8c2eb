import { paths } from '../contract/paths.shared.ts'
import { dropMail } from '../delivery/drop-mail.tsx'
import { defineMail } from '../mail/define-mail.ts'
import { mailRefused, requestMail } from '../mail/mailboxes/mail-limits.ts'
import { enqueueMail } from '../mail/mails.queries.ts'
import { findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { presentMovement } from '../tracks/movement/decide-movement.ts'
import { listLeftTracks, listTracks } from '../tracks/tracks.queries.ts'
import { previewDrop } from './decide-next-drop.ts'
import { findDropEligibility } from './drop-rules.ts'
import { listEmpty } from './drops.errors.ts'

const kind = 'test-drop'

export const mailTestDrop = defineMail(kind, ({ db, config, clock }) => async mail => {
  const userId = mail.subjectId
  const { email, username } = await findMember(db, userId)
  const preview = await previewDrop(db, userId, clock.now())
  // The list was emptied since.
  if (!preview) return null
  const { number, tracks: moved, drop: movement } = preview
  const movedOf = new Map(moved.map(track => [track.spotify_track_id, track]))
  const tracks = await listTracks(db, userId)
  return {
    to: email,
    template: dropMail({
      brand: config.brand,
      username,
      dropNumber: number,
      note: mail.data.note,
      confirmLink: null,
      tracks: tracks.flatMap(track => {
        const found = movedOf.get(track.spotify_track_id)
        return found ? { ...track, movement: presentMovement(found) } : []
      }),
      movement,
      left: await listLeftTracks(db, movement),
      dropLink: `${config.publicUrl}${paths.profile(username)}`,
      song: null,
      settings: null,
      reason: `You get this because you asked ${config.brand} for a test drop.`,
    }),
  }
})

/** Mails the member's list to the member alone. Throws `listEmpty`, or what `mailRefused` returns. */
export async function requestTestDrop(
  { db, clock, config }: Context,
  userId: number,
  note: string | null,
) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const { list } = await findDropEligibility(trx, userId)
    if (list.length === 0) throw listEmpty(config.brand)
    const { email } = await findMember(trx, userId)
    const permission = await requestMail(trx, { kind, address: email, subjectId: userId }, now)
    if (!permission.isAllowed) throw mailRefused(permission.retryAt, now)
    await enqueueMail(trx, kind, { subjectId: userId, data: { note }, requestedAt: now })
  })
}
