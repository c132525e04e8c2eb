import type { Queryable } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const validMs = 7 * day
const mailsPerDay = 3

/** Takes a mail's place under the limit; answers its id. The link works once a token is made for it. */
export async function orderConfirmation(db: Queryable, userId: number, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('email_confirmations')
    .values({ user_id: userId, ...newLink(now).row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an ordered link's token, of which only the hash is kept, in place of an earlier one. */
export async function makeConfirmationToken(db: Queryable, id: number, now: Date): Promise<string> {
  const { token, row } = newLink(now)
  await db
    .updateTable('email_confirmations')
    .set(row)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * When another mail may go to the member: one an hour, three a day. Null when it is now. A mail that
 * has its place asks about the others.
 */
export async function nextConfirmationAt(
  db: Queryable,
  userId: number,
  now: Date,
  ownId = 0,
): Promise<Date | null> {
  const sent = await db
    .selectFrom('email_confirmations')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id', '!=', ownId)
    .where('created_at', '>', new Date(now.getTime() - day))
    .orderBy('created_at', 'desc')
    .limit(mailsPerDay)
    .execute()
  const oldest = sent[mailsPerDay - 1]
  if (oldest) return new Date(oldest.created_at.getTime() + day)
  const latest = sent[0]
  const next = latest && new Date(latest.created_at.getTime() + hour)
  return next && next > now ? next : null
}

/**
 * Whose address a link proves. Tokens stay after use, because a second visit to a link has to show
 * the same success; once proven, they say so even when they are too old to prove anything.
 */
export async function findConfirmation(db: Queryable, token: string, now: Date) {
  return db
    .selectFrom('email_confirmations')
    .innerJoin('users', 'users.id', 'email_confirmations.user_id')
    .select(['users.id', 'users.username'])
    .where('token_hash', '=', hashToken(token))
    .where(({ or, eb }) =>
      or([eb('expires_at', '>', now), eb('email_confirmed_at', 'is not', null)]),
    )
    .executeTakeFirst()
}

function newLink(now: Date) {
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + validMs)
  return { token, row: { token_hash: hash, created_at: now, expires_at: expiresAt } }
}
