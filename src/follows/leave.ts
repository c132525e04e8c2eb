import { sql } from 'kysely'
import { stopMailbox } from '../mail/mailboxes.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { openSealedId, sealId } from '../platform/tokens.ts'
import { invalidUnsubscribeLink } from './follows.errors.ts'

/** The token of the unsubscribe links in every mail about a follow. It works for ever. */
export const unsubscribeToken = (followId: number, linkKey: Buffer) =>
  sealId(followId, 'unsubscribe', linkKey)

/** The id of the follow; null for a token that we did not make. */
export const openUnsubscribeToken = (token: string, linkKey: Buffer): number | null =>
  openSealedId(token, 'unsubscribe', linkKey)

/** Leaves by a link from a mail, with `all` every member that the address follows; returns whom the mail was about. */
export async function leaveByLink(
  { db, clock, linkKey }: Context,
  token: string,
  all = false,
): Promise<string> {
  const id = openUnsubscribeToken(token, linkKey)
  if (id === null) throw invalidUnsubscribeLink()
  return db.transaction().execute(async trx => {
    const follow = await findByAnyId(trx, id)
    if (!follow) throw invalidUnsubscribeLink()
    if (all && follow.address) await leaveEveryone(trx, follow.address, clock.now())
    else await endFollows(trx, [follow.id], clock.now())
    return follow.username
  })
}

/** Ends every follow of an address and all mail to it. */
export async function leaveEveryone(trx: Transaction, address: string, now: Date) {
  const subscribers = await lockSubscribers(trx, address)
  await endFollows(trx, await lockFollows(trx, subscribers), now)
  await stopMailbox(trx, address, now)
}

/** A member stops following another; nothing happens when they do not follow. */
export async function unfollow({ db, clock }: Context, userId: number, memberId: number) {
  const follow = await db
    .selectFrom('radr_follows')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .select('radr_follows.id')
    .where('follower_registry.user_id', '=', userId)
    .where('radr_user_id', '=', memberId)
    .executeTakeFirst()
  if (follow) await endFollows(db, [follow.id], clock.now())
}

/** Mails keep the id of a follow that was merged into another one since. */
function findByAnyId(trx: Transaction, id: number) {
  return trx
    .selectFrom('recipients')
    .innerJoin('users', 'users.id', 'recipients.radr_user_id')
    .select(['current_follow_id as id', 'users.username', 'address'])
    .where('follow_id', '=', id)
    .executeTakeFirst()
}

/**
 * The subscribers with an address: an account that has not confirmed it, and the address itself. Locked
 * in the order in which a merge of the two locks them.
 */
async function lockSubscribers(trx: Transaction, address: string): Promise<number[]> {
  const lowerAddress = address.toLowerCase()
  const subscribers = trx.selectFrom('follower_registry').select('follower_registry.id')
  const accounts = await subscribers
    .innerJoin('users', 'users.id', 'user_id')
    .where(sql`lower(users.email)`, '=', lowerAddress)
    .forUpdate('follower_registry')
    .execute()
  const addresses = await subscribers
    .where(sql`lower(email)`, '=', lowerAddress)
    .forUpdate()
    .execute()
  return [...accounts, ...addresses].map(({ id }) => id)
}

/** Locked in the order of ids, as senders do, so that two who change several never wait for each other. */
async function lockFollows(trx: Transaction, registryIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('radr_follows')
    .select('id')
    .where(sql<boolean>`registry_id = any(${registryIds}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * In one statement, so that a confirmation at the same moment comes wholly before it or wholly after.
 * A confirm mail that is still on its way must not bring back who has left.
 */
async function endFollows(db: Queryable, ids: number[], now: Date) {
  if (ids.length === 0) return
  const follows = sql<boolean>`(verified and not unsubscribed)`
  await db
    .updateTable('radr_follows')
    .set({
      unsubscribed: sql<boolean>`unsubscribed or verified`,
      unsubscribed_date: sql<Date | null>`case when ${follows} then ${now}::timestamptz else unsubscribed_date end`,
      verification_token: null,
    })
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([follows, eb('verification_token', 'is not', null)]))
    .execute()
}
