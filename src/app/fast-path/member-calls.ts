import type { ServerResponse } from 'node:http'
import { parse } from 'hono/utils/cookie'
import { callPaths, usernamePattern } from '../../contract/paths.shared.ts'
import {
  differsFromLastDrop,
  nextDropTime,
  readEligibility,
  selectEligibility,
} from '../../drops/drop-rules.ts'
import { lowerUsername, presentCurrentUser } from '../../members/members.queries.ts'
import { isDueToRoll } from '../../members/sessions.ts'
import type { Context } from '../../platform/context.ts'
import { prepareQuery } from '../../platform/database/prepare-query.ts'
import type { Queryable } from '../../platform/database.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import { sessionCookieName } from '../../platform/session-cookie.ts'
import type { FastPath } from './fast-path.ts'

type Options = Pick<Context, 'config' | 'db' | 'clock'> & {
  /** Of every response of the app. */
  headers: [string, string][]
}

/**
 * Serves the calls that every open tab of a member repeats every few seconds, in one query each; it also
 * finds the session where the response is the member's own. The app decides everything else: no session, one
 * to extend, an unknown member, a database that does not answer.
 */
export function createMemberCalls({ config, db, clock, headers }: Options): FastPath {
  const cookieName = sessionCookieName(config.secureCookies)
  const sent = [
    ...headers,
    ['cache-control', 'no-store'],
    ['content-type', 'application/json'],
  ].flat()
  const dropCountPath = new RegExp(`^${callPaths.dropCount.replace(':username', '([^/?]+)')}$`)

  return (request, response, enterApp) => {
    const { method, url = '' } = request
    const { cookie = '' } = request.headers
    if (method !== 'GET' || !url.startsWith('/api/') || !cookie.includes(cookieName)) return false
    const token = parse(cookie, cookieName)[cookieName]
    if (!token) return false
    const content = contentOf(url, token)
    if (!content) return false
    content.then(
      value => (value === null ? enterApp(request, response) : send(response, value)),
      () => enterApp(request, response),
    )
    return true
  }

  /** The content of a response; resolves to null when the app has to respond. */
  function contentOf(url: string, token: string): Promise<object | null> | null {
    if (url === callPaths.user) return ofSession(token, selectUser, presentCurrentUser)
    if (url === callPaths.hasChanges)
      return ofSession(token, selectDropEligibility, row => ({
        hasChanges: differsFromLastDrop(readEligibility(row)),
      }))
    if (url === callPaths.weeklyLimit)
      return ofSession(token, selectLastDropTime, ({ madeAt }) => ({
        nextDropTime:
          nextDropTime({ lastDrop: madeAt && { madeAt } }, clock.now())?.toISOString() ?? null,
      }))
    const name = dropCountPath.exec(url)?.[1]
    return name !== undefined && usernamePattern.test(name) ? dropCountOf(name) : null
  }

  async function ofSession<Row extends { expires_at: Date }>(
    token: string,
    select: (db: Queryable, session: SessionParameters) => Promise<Row[]>,
    present: (row: Row) => object,
  ): Promise<object | null> {
    const now = clock.now()
    const [row] = await select(db, { tokenHash: hashToken(token), now })
    return row && !isDueToRoll(row.expires_at, now) ? present(row) : null
  }

  async function dropCountOf(name: string): Promise<object | null> {
    const [row] = await selectDropCount(db, { name: name.toLowerCase() })
    return row ? { totalDrops: row.drops } : null
  }

  function send(response: ServerResponse, content: object) {
    const body = JSON.stringify(content)
    response.writeHead(200, [...sent, 'content-length', String(Buffer.byteLength(body))])
    response.end(body)
  }
}

type SessionParameters = { tokenHash: string; now: Date }

const selectUser = prepareQuery((db, { tokenHash, now }: SessionParameters) =>
  db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .selectAll('users')
    .select('expires_at'),
)

const selectDropEligibility = prepareQuery((db, { tokenHash, now }: SessionParameters) =>
  selectEligibility(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('expires_at'),
)

const selectLastDropTime = prepareQuery((db, { tokenHash, now }: SessionParameters) =>
  db
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(({ selectFrom }) => [
      'expires_at',
      selectFrom('drops')
        .select('created_at')
        .whereRef('drops.user_id', '=', 'sessions.user_id')
        .orderBy('drop_number', 'desc')
        .limit(1)
        .as('madeAt'),
    ]),
)

const selectDropCount = prepareQuery((db, { name }: { name: string }) =>
  db
    .selectFrom('users')
    .innerJoin('drop_counts', 'drop_counts.user_id', 'users.id')
    .where(lowerUsername, '=', name)
    .where('hidden_reason', 'is', null)
    .select('drops'),
)
