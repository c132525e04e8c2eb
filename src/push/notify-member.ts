import type { Context } from '../platform/context.ts'
import type { PushMessage } from './send-push.ts'
import { sendToDevices } from './send-to-devices.ts'

const day = 24 * 60 * 60

/** Notifies every device of a member. Returns how many were not reached. */
export async function notifyMember(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'vapid'>,
  userId: number,
  message: PushMessage,
  signal: AbortSignal,
): Promise<{ failed: number }> {
  const devices = await context.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('expires_at', '>', context.clock.now())
    .execute()
  const { failed, rest } = await sendToDevices(context, devices, message, day, signal)
  return { failed: failed.length + rest.length }
}
