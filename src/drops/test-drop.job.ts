import { findMember } from '../members/members.queries.ts'
import {
  accountMailOptions,
  sendAccountMail,
  type WorkerContext,
} from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import { findSituation } from './drop-rules.ts'

export const testDropMail: JobKind<{ userId: number; note: string | null }> = {
  name: 'test-drop',
  options: accountMailOptions,
}

export async function mailTestDrop(
  context: WorkerContext,
  { userId, note }: { userId: number; note: string | null },
) {
  const { db, config } = context
  const { email, username } = await findMember(db, userId)
  const { lastDrop } = await findSituation(db, userId)
  await sendAccountMail(context, email, {
    kind: 'test-drop',
    site: config,
    username,
    dropNumber: (lastDrop?.number ?? 0) + 1,
    note,
    tracks: await listTracks(db, userId),
    // There is no page of a drop that was not made.
    dropLink: `${config.publicUrl}/${username}`,
    unsubscribeLink: null,
    reason: `You get this because you asked ${config.brand} for a test drop.`,
  })
}
