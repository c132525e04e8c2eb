import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http.ts'
import { lastUsed } from '../sessions.ts'
import type { AccountEvent, AccountEventKind, SessionSummary } from './activity.schemas.ts'
import { recordEvent } from './record-event.ts'

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
export async function endOneSession({ db, clock }: Context, userId: number, sessionId: number) {
  await db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('This session')
    await recordEvent(trx, userId, 'session_ended', clock.now())
  })
}

export async function findActivity(
  db: Queryable,
  userId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ events: AccountEvent[]; total: number }> {
  const events = db.selectFrom('account_events').where('user_id', '=', userId)
  const [rows, { total }] = await Promise.all([
    events
      .select(['id', 'kind', 'detail', 'created_at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    events.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    total,
    events: rows.map(({ kind, created_at, ...row }) => ({
      ...row,
      // recordEvent writes no other.
      kind: kind as AccountEventKind,
      created_at: created_at.toISOString(),
    })),
  }
}
