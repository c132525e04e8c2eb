import type { Viewer } from '../../contract/viewer.ts'
import type { Queryable } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { SessionSummary } from './sessions.schemas.ts'
import { lastUsed } from './sessions.ts'

const maxSessions = 100

export async function findSessions(
  db: Queryable,
  viewer: Viewer,
  now: Date,
): Promise<SessionSummary[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at'])
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions)
    .execute()
  return rows.map(({ id, created_at, expires_at }) => ({
    id,
    created_at: created_at.toISOString(),
    last_used_at: lastUsed(expires_at).toISOString(),
    is_current: id === viewer.session_id,
  }))
}

/** Throws `not_found` for a session that has ended or is not the member's. */
export async function endOneSession(db: Queryable, userId: number, sessionId: number) {
  await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound('This session'))
}
