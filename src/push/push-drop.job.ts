import { paths } from '../contract/paths.shared.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { shorten } from '../platform/text/shorten.shared.ts'
import { sendToDevices } from './send-to-devices.ts'
import { waitsWhilePaused } from './wait-while-paused.ts'

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
    const { db, queue, clock, log } = context
    const drop = await findDrop(db, dropId)
    if (!drop) return
    if (await waitsWhilePaused(context, sendPushes, { dropId, deviceIds, attempt })) return
    const left = drop.created_at.getTime() + day - clock.now().getTime()
    if (left <= 0) return
    const { username, drop_number: dropNumber, note } = drop
    const message = {
      title: `@${username} dropped #${dropNumber}`,
      body: note === null ? 'See what is on the list now.' : shorten(note, previewLength, '…'),
      address: paths.drop(username, dropNumber),
    }
    const devices = await findDevices(db, deviceIds, drop.user_id, clock.now())
    const ttl = Math.ceil(left / 1000)
    const { sent, gone, failed, rest } = await sendToDevices(context, devices, message, ttl, signal)
    const delay = delays[attempt - 1]
    await db.transaction().execute(async trx => {
      // Behind those that wait, so that no batch delays the drops of others for long.
      if (rest.length > 0) await queue.send(sendPushes, { dropId, deviceIds: rest, attempt }, trx)
      if (failed.length === 0 || delay === undefined) return
      const order = { dropId, deviceIds: failed, attempt: attempt + 1 }
      await queue.send(sendPushes, order, trx, {
        startAfter: new Date(clock.now().getTime() + delay),
      })
    })
    const counts = { sent, gone, failed: failed.length, left: rest.length }
    log.info({ drop: dropId, attempt, ...counts }, 'devices were notified of a drop')
  },
})

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

/** Characters of a note that phones show. */
const previewLength = 99
