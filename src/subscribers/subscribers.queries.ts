import { sql } from 'kysely'
import type { Queryable, Transaction } from '../platform/database.ts'

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

/** The subscriber whom a weekly mail was sent to, or the account that became of it; null if it follows nobody any more. */
export async function findLinkedSubscriber(db: Queryable, id: number) {
  const alias = db.selectFrom('subscriber_aliases').select('subscriber_id').where('old_id', '=', id)
  const subscriber = await db
    .selectFrom('subscribers')
    .select(['id', 'address'])
    .where('id', '=', ({ fn, val }) => fn.coalesce(alias, val(id)))
    .executeTakeFirst()
  return subscriber ?? null
}
