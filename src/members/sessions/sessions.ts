import { type Viewer, viewerColumns } from '../../contract/viewer.ts'
import type { Context } from '../../platform/context.ts'
import { StorageFull } from '../../platform/database/database-unavailable.ts'
import { type Placeholders, prepareQuery } from '../../platform/database/prepare-query.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { sessionDays } from '../../platform/http/session-cookie.ts'
import { hashToken, newToken } from '../../platform/secrets/tokens.ts'
import type { Member } from '../members.queries.ts'

const day = 24 * 60 * 60 * 1000

/** Starts a session and returns the token for its cookie. */
export async function startSession(db: Queryable, userId: number, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hash, user_id: userId, created_at: now, expires_at: expiry(now) })
    .execute()
  return token
}

/** Null if the verified password is no longer the member's. A concurrent reset is waited for; a later one ends the session. */
export function startSessionByPassword(
  db: Database,
  { id, password }: Pick<Member, 'id' | 'password'>,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async trx => {
    const member = await trx
      .selectFrom('users')
      .select('password')
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst()
    return member?.password === password ? startSession(trx, id, now) : null
  })
}

export async function endSession(db: Queryable, token: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function endEverySession(db: Queryable, userId: number) {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** The member of a cookie's session, or null. Use extends it once a day; then the cookie has to be set again (`rolled`). */
export async function findSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<{ viewer: Viewer; rolled: boolean } | null> {
  const now = clock.now()
  const [row] = await selectSession(db, { tokenHash: hashToken(token), now })
  if (!row) return null
  const { expires_at, ...viewer } = row
  const isDue = expiry(now).getTime() - expires_at.getTime() > day
  const rolled = isDue && (await roll(db, row.session_id, now))
  return { viewer, rolled }
}

const selectSession = prepareQuery(
  (db, { tokenHash, now }: Placeholders<{ tokenHash: string; now: Date }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .select([
        'sessions.id as session_id',
        'expires_at',
        ...viewerColumns.map(column => `users.${column}` as const),
      ]),
)

/** False when the disk is full: then the session lasts as long as it did, and can still be read with. */
async function roll(db: Database, sessionId: number, now: Date): Promise<boolean> {
  try {
    await db
      .updateTable('sessions')
      .set({ expires_at: expiry(now) })
      .where('id', '=', sessionId)
      .execute()
    return true
  } catch (error) {
    if (error instanceof StorageFull) return false
    throw error
  }
}

const expiry = (now: Date) => new Date(now.getTime() + sessionDays * day)

/** When a session was last used, to the day: use extends it. */
export const lastUsed = (expiresAt: Date) => new Date(expiresAt.getTime() - sessionDays * day)
