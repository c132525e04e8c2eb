import { mailRefused, requestMail } from '../mail/mailboxes/mail-limits.ts'
import { enqueueMail } from '../mail/mails.queries.ts'
import { findMember } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { findDropEligibility } from './drop-rules.ts'
import { listEmpty } from './drops.errors.ts'

const kind = 'test-drop'

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
