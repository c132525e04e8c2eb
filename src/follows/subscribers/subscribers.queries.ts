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

/**
 * The subscriber with an email, which is an account's once the account has confirmed the email. So a visitor who enters
 * that email adds a pending follow, with its link, to the account's.
 */
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

/**
 * Locks a subscriber, or the account that has replaced it. A merge that the first statement waits for deletes the row; the
 * second then finds the account, whose row no merge deletes.
 */
export async function lockSubscriber(trx: Transaction, id: number) {
  const lock = sql`
    select id from follower_registry where id = ${resolveSubscriber(id)} for no key update`
  const { rows } = await lock.execute(trx)
  if (rows.length === 0) await lock.execute(trx)
}

/**
 * Locks the accounts with an email of the mailbox, then the subscribers by email; locked in the same order as by
 * `mergeEmailFollows`.
 */
export async function lockSubscribers(trx: Transaction, address: string): Promise<number[]> {
  const subscribers = trx.selectFrom('follower_registry').select('follower_registry.id')
  const accounts = await subscribers
    .innerJoin('users', 'users.id', 'user_id')
    .where(sql<boolean>`mailbox_of(users.email) = mailbox_of(${address})`)
    .orderBy('follower_registry.id')
    .forUpdate('follower_registry')
    .execute()
  const addresses = await subscribers
    .where(sql<boolean>`mailbox_of(follower_registry.email) = mailbox_of(${address})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...accounts, ...addresses].map(({ id }) => id)
}

/** Locks the subscriber whom `findLinkedSubscriber` returns. */
export async function lockLinkedSubscriber(trx: Transaction, id: number) {
  await lockSubscriber(trx, id)
  return findLinkedSubscriber(trx, id)
}

/** The subscriber that a mailed link is for; null if it was deleted. */
export async function findLinkedSubscriber(db: Queryable, id: number) {
  const subscriber = await db
    .selectFrom('subscribers')
    .select(['id', 'address'])
    .where('id', '=', resolveSubscriber(id))
    .executeTakeFirst()
  return subscriber ?? null
}
