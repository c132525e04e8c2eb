import { paths } from '../contract/paths.shared.ts'
import { dropMail } from '../delivery/drop-mail.tsx'
import { defineMailJob, sendAccountMail } from '../mail/account-mail.ts'
import {
  type AccountMailName,
  type MailKind,
  mailRefused,
  requestMail,
} from '../mail/mail-limits.ts'
import { findMember } from '../members/members.queries.ts'
import { presentMovement } from '../movement/decide-movement.ts'
import type { Context } from '../platform/context.ts'
import { listLeftTracks, listTracks } from '../tracks/tracks.queries.ts'
import { previewDrop } from './decide-next-drop.ts'
import { findDropEligibility } from './drop-rules.ts'
import { listEmpty } from './drops.errors.ts'

const testDropMail = { name: 'test-drop' } satisfies MailKind & { name: AccountMailName }

type TestDropJob = { userId: number; testDropId: number }

export const mailTestDrop = defineMailJob({
  name: testDropMail.name,
  async run(context, { userId, testDropId }: TestDropJob) {
    const { db, config, clock } = context
    const testDrop = await db
      .selectFrom('test_drops')
      .select(['note', 'requested_at'])
      .where('id', '=', testDropId)
      .executeTakeFirst()
    if (!testDrop) return
    const { email, username } = await findMember(db, userId)
    const preview = await previewDrop(db, userId, clock.now())
    // The list was emptied since.
    if (!preview) return
    const { number, tracks: moved, drop: movement } = preview
    const movedOf = new Map(moved.map(track => [track.spotify_track_id, track]))
    const tracks = await listTracks(db, userId)
    await sendAccountMail(context, {
      kind: testDropMail,
      to: email,
      requestedAt: testDrop.requested_at,
      template: dropMail({
        brand: config.brand,
        username,
        dropNumber: number,
        note: testDrop.note,
        confirmLink: null,
        tracks: tracks.flatMap(track => {
          const found = movedOf.get(track.spotify_track_id)
          return found ? { ...track, movement: presentMovement(found) } : []
        }),
        movement,
        left: await listLeftTracks(db, movement),
        dropLink: `${config.publicUrl}${paths.profile(username)}`,
        settings: null,
        reason: `You get this because you asked ${config.brand} for a test drop.`,
      }),
    })
    await db.deleteFrom('test_drops').where('id', '=', testDropId).execute()
  },
})

/** For the member alone. Throws `listEmpty`, or as `mailRefused`. */
export async function requestTestDrop(
  { db, queue, clock, config }: Context,
  userId: number,
  note: string | null,
) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const { list } = await findDropEligibility(trx, userId)
    if (list.length === 0) throw listEmpty(config.brand)
    const { email } = await findMember(trx, userId)
    const request = { kind: testDropMail, address: email, subjectId: userId }
    const permission = await requestMail(trx, request, now)
    if (!permission.isAllowed) throw mailRefused(permission.retryAt, now)
    const { id } = await trx
      .insertInto('test_drops')
      .values({ user_id: userId, note, requested_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queue.send(mailTestDrop, { userId, testDropId: id }, trx)
  })
}
