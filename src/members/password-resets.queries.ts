import type { Queryable, Transaction } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const validMs = hour

/** Nobody can be flooded with these mails by others who type their address. */
const mostOpen = 3
const mailsPerDay = 6

/** Takes a mail's place under the limits; answers its id. The link works once a token is made for it. */
export async function orderReset(db: Queryable, userId: number, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...newLink(now).row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an ordered link's token, of which only the hash is kept, in place of an earlier one. */
export async function makeResetToken(db: Queryable, id: number, now: Date): Promise<string> {
  const { token, row } = newLink(now)
  await db
    .updateTable('password_resets')
    .set(row)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * Whether another mail may go to the member: three links may be open, six be mailed a day. A mail
 * that has its place asks about the others.
 */
export async function maySendReset(
  db: Queryable,
  userId: number,
  now: Date,
  ownId = 0,
): Promise<boolean> {
  const mailed = await db
    .selectFrom('password_resets')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('id', '!=', ownId)
    .where('created_at', '>', new Date(now.getTime() - day))
    .execute()
  const open = mailed.filter(({ expires_at }) => expires_at > now)
  return open.length < mostOpen && mailed.length < mailsPerDay
}

/** The member whose link still works, or undefined. */
export function findReset(db: Queryable, token: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** A used link ends the member's other ones too; they go on to count as mailed. */
export async function endResets(trx: Transaction, userId: number, now: Date) {
  await trx
    .updateTable('password_resets')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
}

/** Deletes links that neither work nor count. */
export async function purgeResets(db: Queryable, now: Date) {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<=', now)
    .where('created_at', '<=', new Date(now.getTime() - day))
    .execute()
}

function newLink(now: Date) {
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + validMs)
  return { token, row: { token: hash, created_at: now, expires_at: expiresAt } }
}
