// @module-tag both-engines
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFollowers, linkIn, saveTracks } from '../../tests/drop-audience.ts'
import type { Answer, ReceivedMail } from '../../tests/mailbox.ts'
import {
  type Client,
  day,
  minute,
  openTestApp,
  runJob,
  type TestApp,
} from '../../tests/test-app.ts'
import type { DropListItem } from '../drops/drops.contract.ts'
import { unsubscribeToken } from '../follows/leave.ts'
import { claimDeliveries, releaseDeliveries } from './claim-deliveries.queries.ts'
import { countDeliveries, type DeliveryCounts } from './count-deliveries.ts'
import { deliverDrop } from './deliver-drop.job.ts'

let radr: TestApp
beforeAll(async () => {
  radr = await openTestApp()
})
afterAll(() => radr.close())
beforeEach(() => radr.mailbox.clear())
afterEach(() => radr.mailbox.behave())

/** A member with a saved list and confirmed followers. */
async function star(followers: number) {
  const member = await radr.member()
  await saveTracks(member)
  await addFollowers(radr, member.username, followers)
  return {
    ...member,
    fan: (n: number) => `${member.username}-fan${n}@fans.test`,
    /** Who got this member's drop, in the order they got it. */
    reached: () => recipients().filter(address => address.startsWith(member.username)),
  }
}

/** What the mail server says to a follower; mails of other kinds always pass. */
const toFans = (say: (address: string) => Answer) => ({
  recipient: (address: string) => (address.endsWith('@fans.test') ? say(address) : 'accept'),
})

async function drop(member: Client): Promise<number> {
  const { status, body } = await member.call<DropListItem>('POST', '/api/drops', { note: 'Loud' })
  expect(status).toBe(201)
  return body.id
}

const dropMails = () => radr.mailbox.mails.filter(isDropMail)
const isDropMail = ({ parsed }: ReceivedMail) => parsed.text?.includes('> Loud') ?? false
const recipients = () => dropMails().flatMap(({ to }) => to)

/** Looks again and again until the ledger of a drop is as wanted, and that it adds up every time. */
async function untilStates(dropId: number, wanted: Partial<DeliveryCounts>) {
  await expect
    .poll(
      async () => {
        const { audience, ...states } = await countDeliveries(radr.context.db, dropId)
        expect(Object.values(states).reduce((sum, count) => sum + count)).toBe(audience)
        return { audience, ...states }
      },
      { timeout: 30_000, interval: 20 },
    )
    .toMatchObject(wanted)
}

test('Every follower gets a drop exactly once, and the states add up all the while', async () => {
  const member = await star(250)
  const dropId = await drop(member)
  await untilStates(dropId, { sent: 250, audience: 250 })
  expect(member.reached()).toHaveLength(250)
  expect(new Set(member.reached()).size).toBe(250)
  const follows = await followsOf(member.username)
  expect(follows.every(({ last_drop_email }) => last_drop_email !== null)).toBe(true)
})

function followsOf(username: string) {
  return radr.context.db
    .selectFrom('radr_follows')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .select(['radr_follows.id', 'last_drop_email'])
    .where('username', '=', username)
    .orderBy('radr_follows.id')
    .execute()
}

test('A drop mail says why it came and carries what mail programs need to leave', async () => {
  const member = await star(1)
  const fan = await radr.member()
  await fan.call('POST', `/api/users/${member.username}/followers`, {})
  const dropId = await drop(member)
  await untilStates(dropId, { sent: 2 })
  const [visitor, signedUp] = [member.fan(1), fan.email].map(address =>
    dropMails().find(({ to }) => to[0] === address),
  )
  expect(signedUp?.parsed.text).toContain(`because you follow @${member.username} on Radr.`)
  expect(visitor?.parsed.text).toMatch(/because you confirmed on \d+ \w+ \d{4} that you follow @/)
  expect(visitor?.parsed.html).toMatch(/because you confirmed on/)
  expect(visitor?.parsed.html).toContain('/unsubscribe?token=')

  const header = (name: string) =>
    visitor?.parsed.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const [follow] = await followsOf(member.username)
  expect(visitor?.parsed.messageId).toBe(`<drop.${dropId}.${follow?.id}@radr.test>`)
  expect(header('list-unsubscribe')).toEqual([
    expect.stringMatching(/^<http:\/\/radr\.test\/api\/unsubscribe\/[\w-]+>$/),
  ])
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(header('list-id')).toEqual([expect.stringMatching(/^<drops-\d+\.radr\.test>$/)])
  expect(header('auto-submitted')).toEqual(['auto-generated'])
  const { pathname } = new URL(header('list-unsubscribe')?.[0]?.slice(1, -1) ?? '')
  const left = await radr.visitor().call('POST', pathname, 'List-Unsubscribe=One-Click', {
    origin: 'https://mail.example',
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(left.status).toBe(200)
})

test('Who leaves while a drop is running does not get it', async () => {
  const member = await star(60)
  const begun = Promise.withResolvers<void>()
  let hasLeft = false
  radr.mailbox.behave(
    toFans(address => {
      begun.resolve()
      return hasLeft || address === member.fan(1) ? 'accept' : { code: 421, text: 'Not yet' }
    }),
  )
  const dropId = await drop(member)
  await begun.promise
  const last = (await followsOf(member.username)).at(-1)
  const token = unsubscribeToken(last?.id ?? 0, radr.context.linkKey)
  const answer = await radr.visitor().call('POST', '/api/follows/unsubscribe', { token })
  expect(answer.status).toBe(200)
  hasLeft = true
  await untilStates(dropId, { sent: 59, skipped: 1, audience: 60 })
  expect(member.reached()).toHaveLength(59)
  expect(member.reached()).not.toContain(member.fan(60))
})

test('Who follows after a drop does not get it, however often its ledger is filled', async () => {
  const member = await star(1)
  const dropId = await drop(member)
  const fan = await radr.member()
  await fan.call('POST', `/api/users/${member.username}/followers`, {})
  await runJob(deliverDrop, { ...radr.context, notifySender() {} }, { dropId })
  await untilStates(dropId, { sent: 1, audience: 1 })
})

test('A mail that the server puts off is sent when the time has come', async () => {
  const member = await star(3)
  radr.mailbox.behave(
    toFans(address => (address === member.fan(2) ? { code: 452, text: 'Mailbox full' } : 'accept')),
  )
  const dropId = await drop(member)
  await untilStates(dropId, { sent: 2, retry: 1 })
  radr.mailbox.behave()
  radr.pass(2 * minute)
  await untilStates(dropId, { sent: 3, retry: 0 })
  expect(member.reached().toSorted()).toEqual([1, 2, 3].map(member.fan))
})

test('A mail that is put off for a day is given up', async () => {
  const member = await star(1)
  let attempts = 0
  radr.mailbox.behave(
    toFans(() => {
      attempts++
      return { code: 450, text: 'Greylisted' }
    }),
  )
  const dropId = await drop(member)
  for (let tries = 1; tries <= 8; tries++) {
    await expect.poll(() => attempts, { timeout: 5_000, interval: 10 }).toBe(tries)
    await untilStates(dropId, tries < 8 ? { retry: 1 } : { failed: 1 })
    radr.pass(8 * 60 * minute)
  }
})

test('A refused mail is failed, never tried again, and says why', async () => {
  const member = await star(2)
  radr.mailbox.behave(
    toFans(address =>
      address === member.fan(1) ? { code: 550, text: '5.1.1 No such user' } : 'accept',
    ),
  )
  const dropId = await drop(member)
  await untilStates(dropId, { sent: 1, failed: 1 })
  radr.mailbox.behave()
  radr.pass(day)
  await senderHasLooked()
  await untilStates(dropId, { sent: 1, failed: 1 })
  expect(member.reached()).toEqual([member.fan(2)])
  const failed = await radr.context.db
    .selectFrom('drop_notifications')
    .select('last_error')
    .where('drop_id', '=', dropId)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  expect(failed?.last_error).toContain('No such user')
})

/** Another drop was delivered after everything that was due before it. */
async function senderHasLooked() {
  await untilStates(await drop(await star(1)), { sent: 1 })
}

test('A server that goes away and comes back costs nobody an attempt', async () => {
  const member = await star(30)
  const tried = Promise.withResolvers<void>()
  const hangUp = () => {
    tried.resolve()
    return 'drop' as const
  }
  radr.mailbox.behave({ greeting: hangUp, sender: hangUp })
  const dropId = await drop(member)
  await tried.promise
  const waiting = async () => {
    const { pending, sending, retry } = await countDeliveries(radr.context.db, dropId)
    return pending + sending + retry
  }
  expect(await waiting()).toBe(30)
  radr.pass(minute)
  radr.mailbox.behave()
  await untilStates(dropId, { sent: 30 })
  expect(new Set(member.reached()).size).toBe(30)
  const { attempts } = await radr.context.db
    .selectFrom('drop_notifications')
    .select(({ fn }) => fn.max('attempts').as('attempts'))
    .where('drop_id', '=', dropId)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(1)
})

test('A follower on whom the server hangs up holds up nobody else', async () => {
  const member = await star(20)
  radr.mailbox.behave(toFans(address => (address === member.fan(1) ? 'drop' : 'accept')))
  const dropId = await drop(member)
  await untilStates(dropId, { sent: 19, retry: 1 })
  radr.mailbox.behave()
  radr.pass(minute)
  await untilStates(dropId, { sent: 20 })
})

test('Rows that were claimed without the sender hearing of it can be claimed by it again', async () => {
  const { db } = radr.context
  await db.updateTable('mail_flow').set({ paused_at: new Date() }).execute()
  const member = await star(3)
  const dropId = await drop(member)
  const filled = () =>
    db.selectFrom('drop_notifications').select('id').where('drop_id', '=', dropId).execute()
  await expect.poll(async () => (await filled()).length).toBe(3)
  const sender = randomUUID()
  const claim = (leasedUntil: RawBuilder<Date>) =>
    db
      .updateTable('drop_notifications')
      .set({ leased_by: sender, leased_until: leasedUntil })
      .where('drop_id', '=', dropId)
  const rows = await claim(sql`now() + interval '1 hour'`).returning('id').execute()
  const ids = rows.map(({ id }) => id)
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  // In one transaction, so that the app's own sender does not see them between.
  await db.transaction().execute(async trx => {
    await trx.executeQuery(claim(sql`now() - interval '1 minute'`))
    expect(await claimDeliveries(trx, sender, 10, new Date(), ids)).toEqual([])
    const again = await claimDeliveries(trx, sender, 10, new Date())
    expect(again.map(({ id }) => id).sort()).toEqual(ids.sort())
  })
  await releaseDeliveries(db, sender, ids)
  await untilStates(dropId, { sent: 3 })
})

test('Who stopped every mail to an address gets none through an account with that address', async () => {
  const [member, listener] = [await star(1), await radr.member()]
  await listener.call('POST', `/api/users/${member.username}/followers`, {})
  await untilStates(await drop(await followedBy(listener)), { sent: 1 })
  const mail = dropMails().find(({ to }) => to[0] === listener.email)
  const token = linkIn(mail, 'Unsubscribe').searchParams.get('token')
  await radr.visitor().call('POST', '/api/follows/unsubscribe', { token, all: true })
  await listener.call('POST', `/api/users/${member.username}/followers`, {})
  radr.mailbox.clear()
  await untilStates(await drop(member), { sent: 1, skipped: 1 })
  expect(recipients()).not.toContain(listener.email)
})

async function followedBy(follower: Client) {
  const member = await star(0)
  await follower.call('POST', `/api/users/${member.username}/followers`, {})
  return member
}

test('A mail without an answer is sent once more under the same Message-ID and then left', async () => {
  const member = await star(1)
  const seen: (string | undefined)[] = []
  radr.mailbox.behave({
    body: mail => {
      if (!isDropMail(mail)) return 'accept'
      seen.push(mail.parsed.messageId)
      return 'drop'
    },
  })
  const dropId = await drop(member)
  await untilStates(dropId, { unknown: 1 })
  radr.pass(2 * minute)
  await expect.poll(() => seen.length, { timeout: 5_000 }).toBe(2)
  await untilStates(dropId, { unknown: 1 })
  expect(seen[0]).toBe(seen[1])
  radr.mailbox.behave()
  radr.pass(day)
  await senderHasLooked()
  await untilStates(dropId, { unknown: 1 })
  expect(member.reached()).toEqual([])
})

test('An account whose address is not proven gets at most three drop mails', async () => {
  const fan = await radr.member()
  const drops: number[] = []
  for (let n = 0; n < 4; n++) {
    const member = await star(0)
    await fan.call('POST', `/api/users/${member.username}/followers`, {})
    drops.push(await drop(member))
  }
  for (const dropId of drops.slice(0, 3)) await untilStates(dropId, { sent: 1 })
  await untilStates(drops[3] ?? 0, { skipped: 1, audience: 1 })
  expect(recipients().filter(address => address === fan.email)).toHaveLength(3)
})

test('Opening any link of a drop mail changes nothing', async () => {
  const member = await star(1)
  await untilStates(await drop(member), { sent: 1 })
  const mail = dropMails().find(({ to }) => to[0] === member.fan(1))
  const before = await everything()
  const header = mail?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  for (const { pathname, search } of [linkIn(mail, 'Unsubscribe'), new URL(header.slice(1, -1))]) {
    await radr.visitor().call('GET', pathname + search)
    await radr.visitor().call('HEAD', pathname + search)
  }
  expect(await everything()).toEqual(before)
})

const everything = async () => [
  await radr.context.db.selectFrom('radr_follows').selectAll().orderBy('id').execute(),
  await radr.context.db.selectFrom('follower_registry').selectAll().orderBy('id').execute(),
  await radr.context.db.selectFrom('drop_notifications').selectAll().orderBy('id').execute(),
]
