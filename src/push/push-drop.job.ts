import { paths } from '../contract/paths.shared.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { pushOptions, sendPush } from './send-push.ts'

type PushContext = Pick<Context, 'db' | 'queue' | 'clock' | 'config' | 'log' | 'vapid'>

const batchSize = 100

/** A job for each batch of followers. One that ran twice would notify twice, which devices show as one by the tag. */
export const pushDrop = defineJob({
  name: 'push-drop',
  options: { retryLimit: 100, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 },
  run: ({ db, queue }: PushContext, { dropId, after }: { dropId: number; after: number }) =>
    db.transaction().execute(async trx => {
      const followers = await trx
        .selectFrom('push_follows')
        .innerJoin('drops', 'drops.user_id', 'radr_user_id')
        .select('push_follows.user_id')
        .where('drops.id', '=', dropId)
        .where('push_follows.user_id', '>', after)
        .orderBy('push_follows.user_id')
        .limit(batchSize)
        .execute()
      const last = followers.at(-1)
      if (!last) return
      const ids = followers.map(({ user_id }) => user_id)
      const devices = await trx
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', 'in', ids)
        .execute()
      const deviceIds = devices.map(({ id }) => id)
      if (devices.length > 0) await queue.send(sendPushes, { dropId, deviceIds, attempt: 1 }, trx)
      if (followers.length === batchSize)
        await queue.send(pushDrop, { dropId, after: last.user_id }, trx)
    }),
})

const minute = 60_000
const day = 24 * 60 * minute

const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 8 * 60 * minute]

const concurrency = 10

/** Requests without a response after which a push service gets no more of the batch, which waits for each. */
const maxUnanswered = 3

/** Requests without a response, of any push services, after which the rest of the batch is left to a job of its own. */
const maxUnansweredInBatch = 10

type Order = { dropId: number; deviceIds: number[]; attempt: number }

/** Notifies devices of a drop. Those that failed are tried again by a job of their own, within a day of the drop. */
export const sendPushes = defineJob({
  name: 'send-pushes',
  options: {
    retryLimit: 3,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 30 * 60,
  },
  async run(context: PushContext, { dropId, deviceIds, attempt }: Order, signal) {
    const { db, queue, clock, config, log } = context
    if (config.outsideServices === 'off') return
    const drop = await findDrop(db, dropId)
    if (!drop) return
    const left = drop.created_at.getTime() + day - clock.now().getTime()
    if (left <= 0) return
    const { username, drop_number: dropNumber, note } = drop
    const message = {
      title: `@${username} dropped #${dropNumber}`,
      body: note === null ? 'See what is on the list now.' : shorten(note),
      address: paths.drop(username, dropNumber),
    }
    const ttl = Math.ceil(left / 1000)
    const options = pushOptions(context, config.outsideServices, { ttl, signal })
    const outcomes = { sent: 0, gone: [] as number[], failed: [] as number[] }
    const rest: number[] = []
    const devices = await findDevices(db, deviceIds, drop.user_id, clock.now())
    const next = commonHostsFirst(devices).values()
    const unanswered = new Map<string, number>()
    const sendNext = async () => {
      for (const device of next) {
        signal.throwIfAborted()
        const host = hostOf(device)
        const failures = unanswered.get(host) ?? 0
        if (failures < maxUnanswered && total(unanswered) >= maxUnansweredInBatch) {
          rest.push(device.id)
          continue
        }
        // The error is not logged, because it contains the address of the device.
        const outcome =
          failures >= maxUnanswered
            ? 'failed'
            : await sendPush(device, message, options).catch(() => {
                unanswered.set(host, (unanswered.get(host) ?? 0) + 1)
                return 'failed' as const
              })
        if (outcome === 'sent') outcomes.sent++
        else outcomes[outcome].push(device.id)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sendNext))
    signal.throwIfAborted()
    const { sent, gone, failed } = outcomes
    const delay = delays[attempt - 1]
    await db.transaction().execute(async trx => {
      if (gone.length > 0)
        await trx.deleteFrom('push_subscriptions').where('id', 'in', gone).execute()
      // Behind those that wait, so that no batch delays the drops of others for long.
      if (rest.length > 0) await queue.send(sendPushes, { dropId, deviceIds: rest, attempt }, trx)
      if (failed.length === 0 || delay === undefined) return
      const order = { dropId, deviceIds: failed, attempt: attempt + 1 }
      await queue.send(sendPushes, order, trx, {
        startAfter: new Date(clock.now().getTime() + delay),
      })
    })
    const counts = { sent, gone: gone.length, failed: failed.length, left: rest.length }
    log.info({ drop: dropId, attempt, ...counts }, 'devices were notified of a drop')
  },
})

const hostOf = ({ endpoint }: { endpoint: string }) => new URL(endpoint).host

const total = (counts: Map<string, number>) =>
  counts.values().reduce((sum, count) => sum + count, 0)

/** Anybody can name a host that never responds, but not a push service that others use. */
function commonHostsFirst<Device extends { endpoint: string }>(devices: Device[]): Device[] {
  const byHost = Map.groupBy(devices, hostOf)
  return [...byHost.values()].toSorted((a, b) => b.length - a.length).flat()
}

const findDrop = (db: Database, dropId: number) =>
  db
    .selectFrom('drops')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['drops.user_id', 'username', 'drop_number', 'note', 'drops.created_at'])
    .where('drops.id', '=', dropId)
    .where('stopped_at', 'is', null)
    .where('hidden_reason', 'is', null)
    .executeTakeFirst()

/** Leaves out devices whose session has ended or whose owner no longer wants notifications of the member. */
const findDevices = (db: Database, ids: number[], memberId: number, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('push_follows', 'push_follows.user_id', 'push_subscriptions.user_id')
    .innerJoin('follower_registry', 'follower_registry.user_id', 'push_subscriptions.user_id')
    .innerJoin('radr_follows', join =>
      join
        .onRef('registry_id', '=', 'follower_registry.id')
        .onRef('radr_follows.radr_user_id', '=', 'push_follows.radr_user_id'),
    )
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .distinct()
    .where('push_subscriptions.id', 'in', ids)
    .where('push_follows.radr_user_id', '=', memberId)
    .where('state', '=', 'following')
    .where('expires_at', '>', now)
    .execute()

/** The beginning of a note, as much as phones show of it. By characters, so that none is cut in two. */
function shorten(note: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(note), ({ segment }) => segment)
  return characters.length <= 100 ? note : `${characters.slice(0, 99).join('')}…`
}
