import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { memberWithFollowers, saveTracks } from '../../tests/drop-audience.ts'
import { followersOf } from '../../tests/member-actions.ts'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { startMockPushService } from '../../tests/servers/mock-push-service.ts'
import { type Client, day, openTestApp, runJob } from '../../tests/test-app.ts'
import { controlMail } from '../mail/pausing/mail-controls.ts'
import { sendPushes } from './push-drop.job.ts'

const service = await startMockPushService()
afterAll(service.close)
const app = await openTestApp({ OUTSIDE_SERVICES: service.url })

const subscribe = (client: Client, { subscription }: ReturnType<typeof service.device>) =>
  client.call('PUT', '/api/push/subscription', subscription)

const choose = (client: Client, username: string, push: boolean) =>
  client.call('PUT', `/api/users/${username}/followers/push`, { push })

/** A new follower with a device that is notified of the drops. */
async function addFan({ username }: { username: string }, device = service.device()) {
  const fan = await app.member()
  await fan.call('POST', `/api/users/${username}/followers`, {})
  expect((await subscribe(fan, device)).status).toBe(204)
  expect((await choose(fan, username, true)).body).toEqual({ push: true, devices: 1 })
  return { fan, device }
}

async function starAndFan() {
  const star = await memberWithFollowers(app, 0)
  return { star, ...(await addFan(star)) }
}

type Scene = Awaited<ReturnType<typeof starAndFan>>

/** Drops, and sends all notifications, postponed ones included. */
async function drop(star: Client, note?: string) {
  expect((await star.call('POST', '/api/drops', note ? { note } : {})).status).toBe(201)
  await drainQueue(app, 'push-drop')
  await drainQueue(app, 'send-pushes')
}

const isSubscribed = async (client: Client) =>
  (await client.call<{ subscribed: boolean }>('GET', '/api/push')).body.subscribed

test('Notifications wait while all mail is paused', async () => {
  const { star, device } = await starAndFan()
  const control = (command: 'pause' | 'resume') =>
    controlMail(app.context.db, command, app.context.clock.now())
  await control('pause')
  await star.call('POST', '/api/drops', {})
  await drainQueue(app, 'push-drop')
  const waiting = () =>
    sql`select from pgboss.job where name = 'send-pushes' and state = 'created' and start_after > now()`
      .execute(app.context.db)
      .then(({ rows }) => rows.length)
  await expect.poll(waiting).toBe(1)
  expect(device.messages()).toEqual([])
  await control('resume')
  await drainQueue(app, 'send-pushes')
  expect(device.messages()).toHaveLength(1)
})

test('A follower’s device gets an encrypted message with the beginning of the note', async () => {
  const { star, fan, device } = await starAndFan()
  await drop(star, `Listen: ${'🎧'.repeat(10)}${'x'.repeat(120)}`)
  expect(device.messages()).toEqual([
    {
      title: `@${star.username} dropped #1`,
      body: expect.stringMatching(/^Listen: 🎧{10}x{81}…$/u),
      address: `/${star.username}/drops/1`,
    },
  ])
  const [request] = device.received()
  expect(request?.body.toString('latin1')).not.toContain(star.username)
  expect(request?.body.length).toBeLessThan(1000)
  expect(request?.headers['content-encoding']).toBe('aes128gcm')
  const ttl = Number(request?.headers.ttl)
  expect(ttl).toBeGreaterThan(86_000)
  expect(ttl).toBeLessThanOrEqual(86_400)
  const following = await fan.call('GET', '/api/follows/following')
  expect(following.body).toMatchObject([{ username: star.username, push: true }])
})

test('A message is signed with the key that browsers subscribe with', async () => {
  const { star, fan, device } = await starAndFan()
  await drop(star)
  const { publicKey } = (await fan.call<{ publicKey: string }>('GET', '/api/push')).body
  const authorization = device.received()[0]?.headers.authorization ?? ''
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? []
  expect(key).toBe(publicKey)
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://push.test',
    sub: 'mailto:drops@radr.test',
  })
})

test('Nothing is sent by default, nor without a device, nor after it was turned off', async () => {
  const star = await memberWithFollowers(app, 0)
  const quiet = await app.member()
  const deviceless = await app.member()
  const tired = await app.member()
  const fans = [quiet, deviceless, tired]
  for (const fan of fans) await fan.call('POST', `/api/users/${star.username}/followers`, {})
  const [quietDevice, tiredDevice] = [service.device(), service.device()]
  await subscribe(quiet, quietDevice)
  await subscribe(tired, tiredDevice)
  expect((await choose(deviceless, star.username, true)).body).toEqual({ push: true, devices: 0 })
  await choose(tired, star.username, true)
  await choose(tired, star.username, false)
  const before = service.requests.length
  await drop(star)
  expect(service.requests.slice(before)).toEqual([])
})

test('A device that unsubscribed at its push service is forgotten', async () => {
  const { star, fan, device } = await starAndFan()
  const other = await addFan(star)
  device.respond(410)
  other.device.respond(404)
  await drop(star)
  expect(device.received()).toHaveLength(1)
  expect(other.device.received()).toHaveLength(1)
  expect(await isSubscribed(fan)).toBe(false)
  expect(await isSubscribed(other.fan)).toBe(false)
})

test('A failing push service is tried six times, and other devices get theirs once', async () => {
  const { star, fan, device } = await starAndFan()
  const other = await addFan(star)
  device.respond(500)
  await drop(star)
  expect(device.received()).toHaveLength(6)
  expect(other.device.received()).toHaveLength(1)
  expect(await isSubscribed(fan)).toBe(true)
})

test.for([
  {
    what: 'An unfollow',
    stop: ({ fan, star }: Scene) => fan.call('DELETE', `/api/users/${star.username}/followers`),
  },
  {
    what: 'A block',
    async stop({ star }: Scene) {
      const [follower] = await followersOf(star)
      await star.call('POST', `/api/followers/${follower?.id}/block`)
    },
  },
  { what: 'A sign-out', stop: ({ fan }: Scene) => fan.call('POST', '/api/logout') },
  {
    what: 'Turning the device off',
    stop: ({ fan }: Scene) => fan.call('DELETE', '/api/push/subscription'),
  },
])('$what stops notifications', async ({ stop }) => {
  const scene = await starAndFan()
  const { star, device } = scene
  await stop(scene)
  await drop(star)
  expect(device.received()).toEqual([])
})

test('A session that has expired gets nothing, and a follow begun again starts without notifications', async () => {
  const { star, fan, device } = await starAndFan()
  await fan.call('DELETE', `/api/users/${star.username}/followers`)
  await fan.call('POST', `/api/users/${star.username}/followers`, {})
  await drop(star)
  expect(device.received()).toEqual([])
  await choose(fan, star.username, true)
  await saveTracks(star, 2)
  const { db, clock } = app.context
  await db
    .updateTable('sessions')
    .set({ expires_at: clock.now() })
    .where('user_id', '=', fan.id)
    .execute()
  app.pass(8 * day)
  await drop(star)
  expect(device.received()).toEqual([])
})

test('A browser that somebody else signs in with shows theirs alone, and an account has ten devices', async () => {
  const { star, fan, device } = await starAndFan()
  const other = await app.member()
  await subscribe(other, device)
  expect(await isSubscribed(other)).toBe(true)
  expect(await isSubscribed(fan)).toBe(false)
  const sessions: Client[] = []
  for (let n = 0; n < 11; n++) {
    const session = app.visitor()
    const credentials = { email: fan.email, password: 'correct horse' }
    await session.call('POST', '/api/login', credentials)
    await subscribe(session, service.device())
    sessions.push(session)
  }
  const subscribed = await Promise.all(sessions.map(isSubscribed))
  expect(subscribed).toEqual([false, ...Array(10).fill(true)])
  const before = service.requests.length
  await drop(star)
  expect(service.requests.slice(before)).toHaveLength(10)
})

test('Only https URLs of named hosts and keys of the right form are taken', async () => {
  const member = await app.member()
  const { subscription } = service.device()
  const refused = [
    { endpoint: 'http://push.test/1' },
    { endpoint: 'https://127.0.0.1/1' },
    { endpoint: 'https://0x7f000001/1' },
    { endpoint: 'https://[::1]/1' },
    { endpoint: 'https://localhost/1' },
    { endpoint: 'https://push.test:8443/1' },
    { endpoint: 'https://name:word@push.test/1' },
    { endpoint: 'push' },
    { keys: { ...subscription.keys, auth: 'short' } },
    { keys: { ...subscription.keys, p256dh: 'A'.repeat(87) } },
  ]
  for (const part of refused) {
    const { status, body } = await member.call<{ code: string }>('PUT', '/api/push/subscription', {
      ...subscription,
      ...part,
    })
    expect([part, status, body.code]).toEqual([part, 400, 'invalid_input'])
  }
  expect(await isSubscribed(member)).toBe(false)
})

test('Notifications of somebody who is not followed are refused', async () => {
  const star = await app.member()
  expect(await choose(await app.member(), star.username, true)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('A repeated job notifies again, but not of a member whom an administrator has hidden since', async () => {
  const { star, device } = await starAndFan()
  await drop(star)
  const { db } = app.context
  const { id: deviceId, dropId } = await db
    .selectFrom('push_subscriptions')
    .innerJoin('push_follows', 'push_follows.user_id', 'push_subscriptions.user_id')
    .innerJoin('drops', 'drops.user_id', 'radr_user_id')
    .select(['push_subscriptions.id', 'drops.id as dropId'])
    .where('endpoint', '=', device.subscription.endpoint)
    .executeTakeFirstOrThrow()
  const data = { dropId, deviceIds: [deviceId], attempt: 1 }
  await runJob(sendPushes, app.context, data)
  expect(device.received()).toHaveLength(2)
  await setHiddenReason(db, star.username, 'Spam')
  await runJob(sendPushes, app.context, data)
  expect(device.received()).toHaveLength(2)
})

test('A push service that does not respond delays a batch by a few requests, not by all', async () => {
  const { star, device } = await starAndFan()
  for (let fans = 0; fans < 20; fans++) await addFan(star, service.device('silent.test'))
  const unanswered = () => service.requests.filter(({ path }) => path.startsWith('/silent.test/'))
  await saveTracks(star)
  await star.call('POST', '/api/drops', {})
  const later = () =>
    sql`select from pgboss.job where name = 'send-pushes'
      and data->>'attempt' = '2' and jsonb_array_length(data->'deviceIds') = 20`.execute(
      app.context.db,
    )
  await expect.poll(async () => (await later()).rows).toHaveLength(1)
  expect(device.received()).toHaveLength(1)
  // Ten are under way at the same time.
  expect(unanswered().length).toBeGreaterThan(2)
  expect(unanswered().length).toBeLessThan(13)
})

test('Push services that do not respond delay neither a common one nor other batches, however many there are', async () => {
  const { star, device } = await starAndFan()
  const devices = [
    ...Array.from({ length: 25 }, (_, n) => service.device(`silent-${n}.test`)),
    service.device(),
  ]
  for (const each of devices) await addFan(star, each)
  await star.call('POST', '/api/drops', {})
  const left = () =>
    sql`select from pgboss.job where name = 'send-pushes' and data->>'attempt' = '1'
      and (data->>'dropId')::int = (select max(id) from drops) and jsonb_array_length(data->'deviceIds') between 6 and 15`.execute(
      app.context.db,
    )
  await expect.poll(async () => (await left()).rows).toHaveLength(1)
  expect(device.received()).toHaveLength(1)
  expect(devices.at(-1)?.received()).toHaveLength(1)
  await drainQueue(app, 'send-pushes')
  for (const each of devices.slice(0, 25)) expect(each.received().length).toBeGreaterThan(0)
})
