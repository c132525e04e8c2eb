import { ECDH } from 'node:crypto'
import type { Database } from '../platform/database.ts'
import { invalidInput, notSignedIn } from '../platform/errors.ts'
import type { BodyOf } from '../platform/http/endpoint.shared.ts'
import type * as schemas from './push.schemas.ts'

const maxDevices = 10

type Device = { userId: number; sessionHash: string }

/** Shows notifications on the device of a session, in place of what it or its browser had before. */
export async function subscribe(
  db: Database,
  { userId, sessionHash }: Device,
  { endpoint, keys }: BodyOf<typeof schemas.subscribe>,
) {
  if (!isPoint(keys.p256dh)) throw invalidInput('The key p256dh is not a point of P-256.', 'keys')
  await db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const session = await trx
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', sessionHash)
      .forKeyShare()
      .executeTakeFirstOrThrow(notSignedIn)
    await trx
      .deleteFrom('push_subscriptions')
      .where(({ or, eb }) => or([eb('session_id', '=', session.id), eb('endpoint', '=', endpoint)]))
      .execute()
    await trx
      .insertInto('push_subscriptions')
      .values({ user_id: userId, session_id: session.id, endpoint, ...keys })
      // The same browser may be signing in as somebody else at this moment; then that session has it.
      .onConflict(on => on.doNothing())
      .execute()
    await trx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('push_subscriptions')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(maxDevices),
      )
      .execute()
  })
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
