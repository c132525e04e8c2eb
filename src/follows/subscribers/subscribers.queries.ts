import { sql } from 'kysely'
import type { Queryable, Transaction } from '../../platform/database.ts'

// Both rows are created where they are missing: a row that exists can be locked, and then what else
// concerns the subscriber waits until the transaction ends.

export function lockAccountSubscriber(trx: Transaction, userId: number) {
  return trx
    .insertInto('follower_registry')
    .values({ user_id: userId })
    .onConflict(on => on.column('user_id').doUpdateSet({ user_id: userId }))
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The subscriber with an address, which is an account's once the account has confirmed the address. */
export function lockEmailSubscriber(trx: Transaction, email: string) {
  return trx
    .insertInto('follower_registry')
    .values({ email })
    .onConflict(on =>
      on
        .expression(sql`lower(email)`)
        .doUpdateSet(({ ref }) => ({ email: ref('follower_registry.email') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The current id of a subscriber whose id is in a mail: an account may have replaced it since. */
export const resolveSubscriber = (id: number) =>
  sql<number>`coalesce((select subscriber_id from subscriber_aliases where old_id = ${id}::integer), ${id}::integer)`

/** The same as `findLinkedSubscriber`, for a change: while an account takes the subscriber over, this waits. */
export async function lockLinkedSubscriber(trx: Transaction, id: number) {
  await sql`
    select from follower_registry where id = ${resolveSubscriber(id)} for no key update`.execute(
    trx,
  )
  return findLinkedSubscriber(trx, id)
}

/** The subscriber whom a weekly mail was sent to; null if it follows nobody any more. */
export async function findLinkedSubscriber(db: Queryable, id: number) {
  const subscriber = await db
    .selectFrom('subscribers')
    .select(['id', 'address'])
    .where('id', '=', resolveSubscriber(id))
    .executeTakeFirst()
  return subscriber ?? null
}
