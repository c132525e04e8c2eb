import type { Context } from '../platform/context.ts'
import { findDropEligibility } from './drop-rules.ts'
import { listEmpty } from './drops.errors.ts'
import { mailTestDrop } from './test-drop.job.ts'

/** Orders the mail that the next drop would be, for the member alone. Throws `listEmpty`. */
export async function orderTestDrop(
  { db, queue, config }: Context,
  userId: number,
  note: string | null,
) {
  await db.transaction().execute(async trx => {
    const { list } = await findDropEligibility(trx, userId)
    if (list.length === 0) throw listEmpty(config.brand)
    await queue.send(mailTestDrop, { userId, note }, trx)
  })
}
