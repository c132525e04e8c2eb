import type { Context } from '../platform/context.ts'
import { type PushMessage, pushOptions, sendPush } from './send-push.ts'

const day = 24 * 60 * 60

/** Notifies every device of a member, and removes those that have unsubscribed. Returns how many were not reached. */
export async function notifyMember(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'vapid'>,
  userId: number,
  message: PushMessage,
  signal: AbortSignal,
): Promise<{ failed: number }> {
  const { db, clock, config } = context
  if (config.outsideServices === 'off') return { failed: 0 }
  const devices = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .execute()
  const options = pushOptions(context, config.outsideServices, { ttl: day, signal })
  const outcomes = await Promise.all(
    devices.map(async device => ({
      id: device.id,
      // The error is not logged, because it contains the address of the device.
      outcome: await sendPush(device, message, options).catch(() => 'failed' as const),
    })),
  )
  signal.throwIfAborted()
  const gone = outcomes.filter(({ outcome }) => outcome === 'gone').map(({ id }) => id)
  if (gone.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', gone).execute()
  return { failed: outcomes.filter(({ outcome }) => outcome === 'failed').length }
}
