import type { Context } from '../platform/context.ts'
import { type PushMessage, pushOptions, type Subscription, sendPush } from './send-push.ts'

type PushContext = Pick<Context, 'db' | 'config' | 'vapid'>

const concurrency = 10

/** Requests without a response after which a push service gets no more, because each is waited for. */
const maxUnanswered = 3

/** Requests without a response, of any push services, after which the rest is left. */
const maxUnansweredInAll = 10

/** Removes devices that have unsubscribed. Returns how many were reached, and the ids of those that were not. */
export async function sendToDevices(
  context: PushContext,
  devices: (Subscription & { id: number })[],
  message: PushMessage,
  ttl: number,
  signal: AbortSignal,
) {
  const { outsideServices } = context.config
  const ids = { gone: [] as number[], failed: [] as number[], rest: [] as number[] }
  let sent = 0
  if (outsideServices === 'off') return { ...ids, sent, gone: 0 }
  const options = pushOptions(context, outsideServices, { ttl, signal })
  const next = commonHostsFirst(devices).values()
  const unanswered = new Map<string, number>()
  const sendNext = async () => {
    for (const device of next) {
      signal.throwIfAborted()
      const host = hostOf(device)
      const failures = unanswered.get(host) ?? 0
      if (failures < maxUnanswered && total(unanswered) >= maxUnansweredInAll) {
        ids.rest.push(device.id)
        continue
      }
      // The error is not logged, because it contains the URL of the device.
      const outcome =
        failures >= maxUnanswered
          ? 'failed'
          : await sendPush(device, message, options).catch(() => {
              unanswered.set(host, (unanswered.get(host) ?? 0) + 1)
              return 'failed' as const
            })
      if (outcome === 'sent') sent++
      else ids[outcome].push(device.id)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendNext))
  signal.throwIfAborted()
  const { gone } = ids
  if (gone.length > 0)
    await context.db.deleteFrom('push_subscriptions').where('id', 'in', gone).execute()
  return { ...ids, sent, gone: gone.length }
}

const hostOf = ({ endpoint }: Subscription) => new URL(endpoint).host

const total = (counts: Map<string, number>) =>
  counts.values().reduce((sum, count) => sum + count, 0)

/** Anybody can name a host that never responds, but not a push service that others use. */
function commonHostsFirst<Device extends Subscription>(devices: Device[]): Device[] {
  const byHost = Map.groupBy(devices, hostOf)
  return [...byHost.values()].toSorted((a, b) => b.length - a.length).flat()
}
