import { mailLimitReached, requestMail } from '../mail/mail-limits.ts'
import { findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { findDropEligibility } from './drop-rules.ts'
import { listEmpty } from './drops.errors.ts'
import { mailTestDrop, testDropMail } from './test-drop.job.ts'

/** For the member alone. Throws `listEmpty` or `mailLimitReached`. */
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
    if (!permission.isAllowed) throw mailLimitReached(permission.retryAt, now)
    const job = { userId, note, requestedAt: now.toISOString() }
    await queue.send(mailTestDrop, job, trx)
  })
}
