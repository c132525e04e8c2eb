import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeAddress } from '../../../tests/change-address.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, memberWithFollowers, statesOf } from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { confirmEmail, follow, followersOf } from '../../../tests/member-actions.ts'
import { day, type Member, openTestApp } from '../../../tests/test-app.ts'
import { unsubscribeTokenOf } from '../../../tests/unsubscribe-token-of.ts'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import { addDrops } from '../../drops/add-drops.ts'
import { addressToken } from '../../mail/links/mail-links.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import type { Followed } from '../follows.schemas.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

/** A member with a list to drop. */
const newStar = () => memberWithFollowers(app, 0)

let addresses = 0
const newName = () => `fan-${++addresses}`

/** A visitor requests to follow by email and, unless told otherwise, confirms. */
async function followByEmail(star: Member, email: string, { confirms = true } = {}) {
  const token = await requestFollow(star, email)
  if (confirms) await confirmFollow(token)
}

/** Returns the token of the link that confirms the follow. */
async function requestFollow(star: Member, email: string) {
  expect((await follow(app.visitor(), star, email)).status).toBe(202)
  return mailedToken(app, email, '/follow/confirm', { words: star.username })
}

const confirmFollow = (token: string) =>
  app.visitor().call('POST', '/api/follows/confirm', { token })

async function confirmationOf(fan: Member) {
  const token = await mailedToken(app, fan.email, '/email/confirm')
  return () => app.visitor().call('POST', '/api/email/confirm', { token })
}

async function followedBy(fan: Member) {
  const { body } = await fan.call<Followed[]>('GET', '/api/follows/following')
  return body.map(({ username }) => username).toSorted()
}

/** How many mails a member's drop sends to an email. */
async function dropMailsTo(email: string, star: Member) {
  app.mailbox.clear()
  await dropAndDeliver(star)
  // The mail that tells of a stop of all mail may come meanwhile.
  return app.mailbox.mails.filter(
    ({ to, parsed }) => to[0] === email && parsed.subject?.includes(star.username),
  ).length
}

test('An account that followed nobody also has what its email follows later', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  await confirmEmail(app, fan)
  await followByEmail(star, fan.email)
  expect(await followedBy(fan)).toEqual([star.username])
  expect(await dropMailsTo(fan.email, star)).toBe(1)
})

test('Confirming an email that followed nobody keeps no alias', async () => {
  const { db } = app.context
  const fan = await app.member()
  await confirmEmail(app, fan)
  const aliases = await db
    .selectFrom('subscriber_aliases')
    .innerJoin('follower_registry', 'follower_registry.id', 'subscriber_id')
    .select('old_id')
    .where('user_id', '=', fan.id)
    .execute()
  expect(aliases).toEqual([])
})

test('What the email followed before is the account’s once the email is confirmed, without unconfirmed requests', async () => {
  const [followed, requested] = [await newStar(), await newStar()]
  const name = newName()
  await followByEmail(followed, `${name.toUpperCase()}@mail.test`)
  await followByEmail(requested, `${name}@mail.test`, { confirms: false })
  const fan = await app.member(name)
  expect(await followedBy(fan)).toEqual([])
  await confirmEmail(app, fan)
  expect(await followedBy(fan)).toEqual([followed.username])
  expect(await dropMailsTo(fan.email, followed)).toBe(1)
  expect(await followersOf(requested)).toMatchObject([{ email: fan.email, verified: false }])
})

test('A stop of every mail to the email also applies to the account that confirms it', async () => {
  const star = await newStar()
  const name = newName()
  await followByEmail(star, `${name}@mail.test`)
  const fan = await app.member(name)
  const prove = await confirmationOf(fan)
  const token = await unsubscribeTokenOf(app.context, (await followersOf(star))[0]?.id ?? 0)
  await app.visitor().call('POST', '/api/follows/unsubscribe', { token, all: true })
  await prove()
  expect(await followedBy(fan)).toEqual([])
  expect(await dropMailsTo(fan.email, star)).toBe(0)
})

const happen = {
  'account follows': (star, fan) => follow(fan, star),
  'account leaves': (star, fan) => fan.call('POST', `/api/unfollow/${star.username}`),
  'address follows': (star, fan) => followByEmail(star, fan.email),
  'address requests': (star, fan) => followByEmail(star, fan.email, { confirms: false }),
  async 'address leaves'(star) {
    const follower = (await followersOf(star)).find(({ username }) => username === null)
    const token = await unsubscribeTokenOf(app.context, follower?.id ?? 0)
    await app.visitor().call('POST', '/api/follows/unsubscribe', { token })
  },
} satisfies Record<string, (star: Member, fan: Member) => Promise<unknown>>

// How many mails a drop then sends, and with which of the events, from 1, the follow began.
test.each<[string, (keyof typeof happen)[], mails: number, since: number]>([
  ['both follow, the address since later', ['account follows', 'address follows'], 1, 1],
  ['both follow, the account since later', ['address follows', 'account follows'], 1, 1],
  ['the address left last', ['address follows', 'account follows', 'address leaves'], 0, 1],
  ['the account left last', ['account follows', 'address follows', 'account leaves'], 0, 1],
  ['the address came back last', ['account follows', 'account leaves', 'address follows'], 1, 3],
  ['the address never confirmed its request', ['account follows', 'address requests'], 1, 1],
])(
  'When %s, the last decision counts after the confirmation: %o',
  async (_case, events, mails, since) => {
    const [star, fan] = [await newStar(), await app.member()]
    const prove = await confirmationOf(fan)
    const times: number[] = []
    for (const event of events) {
      app.pass(day)
      times.push(app.context.clock.now().getTime())
      await happen[event](star, fan)
    }
    app.pass(day)
    expect((await prove()).status).toBe(200)
    const [follower, ...others] = await followersOf(star)
    expect(others).toEqual([])
    expect(follower).toMatchObject({ email: fan.email, unsubscribed: mails === 0 })
    const began = Date.parse(follower?.last_subscription_date ?? '') - (times[since - 1] ?? 0)
    expect(began).toBeGreaterThanOrEqual(0)
    expect(began).toBeLessThan(day / 2)
    expect(await dropMailsTo(fan.email, star)).toBe(mails)
  },
)

test.each([
  [['address follows', 'account follows'], 'address'],
  [['account follows', 'address follows'], 'address'],
  [['account follows', 'address follows'], 'account'],
  [['address follows', 'account follows'], 'account'],
] as const)('After %o mail that the %s switched off stays off', async (events, who) => {
  const [star, fan] = [await newStar(), await app.member()]
  const prove = await confirmationOf(fan)
  for (const event of events) {
    app.pass(day)
    await happen[event](star, fan)
  }
  const { linkKey } = app.context
  const follower = (await followersOf(star)).find(({ username }) => username === null)
  const token = addressToken('choices', follower?.id ?? 0, fan.email, linkKey)
  const { status } = await (who === 'address'
    ? app.visitor().call('POST', '/api/mail-choices', { token, mail: false })
    : fan.call('PUT', `/api/users/${star.username}/followers/mail`, { mail: false }))
  expect(status).toBe(200)
  expect((await prove()).status).toBe(200)
  expect(await followedBy(fan)).toEqual([star.username])
  expect(await dropMailsTo(fan.email, star)).toBe(0)
})

test.each([
  [['address follows', 'account follows']],
  [['account follows', 'address follows']],
] as const)(
  'A drop between %o while no worker runs is mailed once after the confirmation',
  async ([first, second]) => {
    const { db, clock } = app.context
    const [star, fan] = [await newStar(), await app.member()]
    const [prove, link] = [await confirmationOf(fan), await requestFollow(star, fan.email)]
    const follows = {
      'address follows': () => confirmFollow(link),
      'account follows': () => follow(fan, star),
    }
    app.mailbox.clear()
    await app.whileStopped(async () => {
      await follows[first]()
      app.pass(day)
      const drop = { number: 1, created_at: clock.now(), list: ['4uLU6hMCjMI75M1A2tKUQC'] }
      await addDrops(db, star.id, [drop], { enqueued_at: null })
      app.pass(day)
      await follows[second]()
      app.pass(day)
      expect((await prove()).status).toBe(200)
    })
    await expect.poll(() => statesOf(star)).toMatchObject({ audience: 1, sent: 1 })
    expect(app.mailbox.mails.map(({ to }) => to)).toEqual([[fan.email]])
  },
)

test('Nobody follows themselves after a follow by the email that the account has now', async () => {
  const star = await newStar()
  const email = `${newName()}@mail.test`
  await followByEmail(star, email)
  await changeAddress(app, star, email)
  expect(await followedBy(star)).toEqual([])
  expect(await followersOf(star)).toEqual([])
})

test('What waits for weekly mails in two time zones comes in one, in that of the account', async () => {
  const [ana, ben, fan] = [await newStar(), await newStar(), await app.member()]
  const prove = await confirmationOf(fan)
  const weekly = { frequency: 'weekly', timeZone: 'Pacific/Auckland' }
  expect((await fan.call('PUT', '/api/user/mail-frequency', weekly)).status).toBe(200)
  await follow(fan, ana)
  await followByEmail(ben, fan.email)
  const { db } = app.context
  await sql`update follower_registry set digest_time_zone = 'America/Los_Angeles'
    where email = ${fan.email}`.execute(db)
  for (const star of [ana, ben]) await dropAndDeliver(star)
  expect((await prove()).status).toBe(200)
  const { rows } = await sql<{ drops: number; hour: number }>`
    select count(*) as drops, extract(hour from due_at at time zone 'Pacific/Auckland')::int as hour
    from drop_notifications n join recipients using (follow_id) join mails on mails.id = weekly_mail_id
    where address = ${fan.email} group by due_at, mails.id`.execute(db)
  expect(rows).toEqual([{ drops: 2, hour: 8 }])
})

test('A follow that ends by the merge, and begins again, starts without notifications', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  const prove = await confirmationOf(fan)
  await follow(fan, star)
  await fan.call('PUT', `/api/users/${star.username}/followers/push`, { push: true })
  app.pass(day)
  await followByEmail(star, fan.email)
  await happen['address leaves'](star)
  await prove()
  await follow(fan, star)
  const { body } = await fan.call<Followed[]>('GET', '/api/follows/following')
  expect(body).toMatchObject([{ username: star.username }])
  expect(body[0]).not.toHaveProperty('push')
})

test('Several follows, some of them duplicates, are merged together', async () => {
  const stars = [await newStar(), await newStar(), await newStar(), await newStar()] as const
  const [a, b, c, d] = stars
  const name = newName()
  await followByEmail(a, `${name}@mail.test`)
  const fan = await app.member(name)
  const prove = await confirmationOf(fan)
  for (const star of [a, b, c]) await follow(fan, star)
  for (const star of [b, d]) await followByEmail(star, fan.email)
  await prove()
  expect(await followedBy(fan)).toEqual(stars.map(({ username }) => username).toSorted())
  for (const star of stars) expect(await dropMailsTo(fan.email, star)).toBe(1)
})

test('Confirming several times at the same time merges once', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  await follow(fan, star)
  await followByEmail(star, fan.email)
  const prove = await confirmationOf(fan)
  const answers = await Promise.all([prove(), prove(), prove()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await followersOf(star)).toHaveLength(1)
  expect(await dropMailsTo(fan.email, star)).toBe(1)
})

test('A deleted account takes its follows, also the merged ones, with it', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  await follow(fan, star)
  await followByEmail(star, fan.email)
  await confirmEmail(app, fan)
  const { db } = app.context
  await db.deleteFrom('users').where('id', '=', fan.id).execute()
  expect(await followersOf(star)).toEqual([])
  const follows = db.selectFrom('radr_follows').where('radr_user_id', '=', star.id)
  expect(await follows.select('id').execute()).toEqual([])
})

// Each case names two deliveries of one drop, and the one that stays.
test.each<[account: DeliveryStatus, address: DeliveryStatus, left: DeliveryStatus]>([
  ['pending', 'sent', 'sent'],
  ['sending', 'pending', 'sending'],
  ['unknown', 'retry', 'unknown'],
  ['skipped', 'pending', 'pending'],
  ['failed', 'pending', 'pending'],
  ['skipped', 'failed', 'failed'],
])(
  'A drop for both follows, %s and %s, is %s for the one that is left',
  async (account, address, left) => {
    const { db, clock } = app.context
    const [star, fan] = [await newStar(), await app.member()]
    await follow(fan, star)
    await followByEmail(star, fan.email)
    const ids = (await followersOf(star)).map(({ id }) => id).toSorted((a, b) => a - b)
    const prove = await confirmationOf(fan)
    await db.updateTable('mail_flow').set({ paused_at: clock.now() }).execute()
    expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
    const { id: dropId } = await db
      .selectFrom('drops')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    await drainQueue(app, 'deliver-drop')
    for (const [index, status] of [account, address].entries())
      await db
        .updateTable('drop_notifications')
        .set({ status })
        .where('drop_id', '=', dropId)
        .where('follow_id', '=', ids[index] ?? 0)
        .execute()
    await db
      .insertInto('mail_events')
      .values(
        ids.map(follow_id => ({
          follow_id,
          kind: 'soft' as const,
          report: 'the same',
          detail: '',
          created_at: clock.now(),
        })),
      )
      .execute()
    expect((await prove()).status).toBe(200)
    const [follower] = await followersOf(star)
    const deliveries = db.selectFrom('drop_notifications').where('drop_id', '=', dropId)
    expect(await deliveries.select(['follow_id', 'status']).execute()).toEqual([
      { follow_id: follower?.id, status: left },
    ])
    const events = db.selectFrom('mail_events').where('follow_id', 'in', ids)
    expect(await events.select('follow_id').execute()).toEqual([{ follow_id: follower?.id }])
    await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  },
)

test('After several changes of the email every link leads to the follow that is left', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  await confirmEmail(app, fan)
  await follow(fan, star)
  const ids = (await followersOf(star)).map(({ id }) => id)
  for (const email of [`${newName()}@mail.test`, `${newName()}@mail.test`]) {
    app.pass(day)
    await followByEmail(star, email)
    ids.push(...(await followersOf(star)).filter(row => row.email === email).map(({ id }) => id))
    await changeAddress(app, fan, email)
  }
  const [follower, ...others] = await followersOf(star)
  expect(others).toEqual([])
  const { rows } = await sql`select old_id, follow_id from follow_aliases
    where old_id = any(${ids}::bigint[]) order by 1`.execute(app.context.db)
  expect(rows).toEqual(
    ids.filter(id => id !== follower?.id).map(old_id => ({ old_id, follow_id: follower?.id })),
  )
  expect(rows).toHaveLength(2)
})

test('A link that confirms a follow works, also when an account with that email, which had left the member, is confirmed meanwhile', async () => {
  const [star, fan] = [await newStar(), await app.member()]
  const confirm = await confirmationOf(fan)
  await follow(fan, star)
  await fan.call('POST', `/api/unfollow/${star.username}`)
  app.pass(1000)
  const token = await requestFollow(star, fan.email)
  expect((await confirm()).status).toBe(200)
  expect((await confirmFollow(token)).body).toEqual({ username: star.username })
  expect(await followedBy(fan)).toEqual([star.username])
})

test('A confirmation mail that waits is sent, also when an account with that email, which had left the member, is confirmed meanwhile', async () => {
  const { db, clock } = app.context
  const [star, fan] = [await newStar(), await app.member()]
  const confirm = await confirmationOf(fan)
  await follow(fan, star)
  await fan.call('POST', `/api/unfollow/${star.username}`)
  app.pass(1000)
  await controlMail(db, 'pause', clock.now())
  expect((await follow(app.visitor(), star, fan.email)).status).toBe(202)
  expect((await confirm()).status).toBe(200)
  await controlMail(db, 'resume', clock.now())
  const token = await mailedToken(app, fan.email, '/follow/confirm', { words: star.username })
  expect((await confirmFollow(token)).body).toEqual({ username: star.username })
})
