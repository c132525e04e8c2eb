import type { Queryable, Transaction } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'

const validMs = 60 * 60 * 1000

/** Makes a link's token, of which only the hash is kept. */
export async function insertReset(db: Queryable, userId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await db
    .insertInto('password_resets')
    .values({
      user_id: userId,
      token: hash,
      created_at: now,
      expires_at: new Date(now.getTime() + validMs),
    })
    .execute()
  return token
}

export async function forgetReset(db: Queryable, token: string) {
  await db.deleteFrom('password_resets').where('token', '=', hashToken(token)).execute()
}

/** How many links of a member still work. */
export async function countResets(db: Queryable, userId: number, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return open
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

/** A used link ends the member's other ones too. */
export async function endResets(trx: Transaction, userId: number) {
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
