import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { readSessionCookie } from '../platform/http/session-cookie.ts'
import { hashToken } from '../platform/secrets/tokens.ts'
import * as schemas from './push.schemas.ts'
import { subscribe } from './subscribe.ts'

export function pushRoutes(app: App, { db, config, vapid }: Context) {
  const sessionOf = (c: Parameters<typeof readSessionCookie>[0]) =>
    hashToken(readSessionCookie(c, config.secureCookies) ?? '')

  handle(app, schemas.getPush, async ({ c }) => {
    const subscription = await db
      .selectFrom('push_subscriptions')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select('push_subscriptions.id')
      .where('token_hash', '=', sessionOf(c))
      .executeTakeFirst()
    return { publicKey: vapid.publicKey, subscribed: subscription !== undefined }
  })

  handle(app, schemas.subscribe, ({ body, viewer, c }) =>
    subscribe(db, { userId: viewer.id, sessionHash: sessionOf(c) }, body),
  )

  handle(app, schemas.unsubscribe, ({ c }) =>
    db
      .deleteFrom('push_subscriptions')
      .using('sessions')
      .whereRef('sessions.id', '=', 'session_id')
      .where('token_hash', '=', sessionOf(c))
      .execute(),
  )
}
