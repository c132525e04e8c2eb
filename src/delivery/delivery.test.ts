import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  deliveryOf,
  linkIn,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../tests/drop-audience.ts'
import type { ReceivedMail, Reply } from '../../tests/mailbox.ts'
import { clickOnce, confirmedMember, follow } from '../../tests/member-actions.ts'
import { expireLeases } from '../../tests/processes/worker-processes.ts'
import { day, minute, openTestApp, runJob } from '../../tests/test-app.ts'
import { unsubscribeTokenOf } from '../../tests/unsubscribe-token-of.ts'
import type { DropListItem } from '../drops/drops.schemas.ts'
import type { Follower } from '../follows/followers/followers.schemas.ts'
import { replaceEmail } from '../operations/operator/replace-email.ts'
import { deliverDrop, deliverIncomplete } from './deliver-drop.job.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())
afterEach(() => app.mailbox.behave())

async function createMember(followers: number) {
  const member = await memberWithFollowers(app, followers)
  return {
    ...member,
    /** Returns the id of the drop. */
    async drop(): Promise<number> {
      const { status, body } = await member.call<DropListItem>('POST', '/api/drops', {
        note: 'Loud',
      })
      expect(status).toBe(201)
      return body.id
    },
    untilStates: (expected: Partial<Awaited<ReturnType<typeof statesOf>>>) =>
      expect.poll(() => statesOf(member), { interval: 50 }).toMatchObject(expected),
    async followId(email: string): Promise<number> {
      const { body } = await member.call<{ followers: Follower[] }>(
        'GET',
        `/api/followers?search=${encodeURIComponent(email)}`,
      )
      return body.followers[0]?.id ?? 0
    },
  }
}

/** Replies to RCPT TO of followers; mails of other kinds are accepted. */
const toFollowers = (reply: (address: string) => Reply) => ({
  recipient: (address: string) => (address.endsWith('@fans.test') ? reply(address) : 'accept'),
})

/** The mail server gets drop mails, and replies only once `accept` is called. */
function acceptDropMailsLater() {
  const inFlight = new Set<string>()
  const accepted = Promise.withResolvers<Reply>()
  app.mailbox.behave({
    body(mail) {
      // The mail that asks the member to confirm their email needs a connection, too, and may arrive last.
      if (!isDropMail(mail)) return 'accept'
      inFlight.add(mail.to[0] ?? '')
      return accepted.promise
    },
  })
  return { inFlight, accept: () => accepted.resolve('accept') }
}

const dropMails = () => app.mailbox.mails.filter(isDropMail)
const isDropMail = ({ parsed }: ReceivedMail) => / dropped /.test(parsed.subject ?? '')
const mailsTo = (address: string) => dropMails().filter(({ to }) => to[0] === address)

test('The times of the mails are written to the follows once the last mail of a drop is sent', async () => {
  const member = await createMember(20)
  const lastMail = Promise.withResolvers<Reply>()
  app.mailbox.behave({
    body: ({ to }) => (to[0] === member.follower(20) ? lastMail.promise : 'accept'),
  })
  const writtenTimes = async () => {
    await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
    const follows = await app.context.db
      .selectFrom('radr_follows')
      .select('last_drop_email')
      .where('radr_user_id', '=', member.id)
      .execute()
    return follows.filter(({ last_drop_email }) => last_drop_email !== null).length
  }
  await member.drop()
  await member.untilStates({ sent: 19, audience: 20 })
  expect(await writtenTimes()).toBe(0)
  lastMail.resolve('accept')
  await member.untilStates({ sent: 20 })
  expect(await writtenTimes()).toBe(20)
})

test('A drop mail says why it was sent and has the headers that mail programs need to unsubscribe', async () => {
  const member = await createMember(1)
  const fan = await app.member()
  await follow(fan, member)
  const dropId = await member.drop()
  await member.untilStates({ sent: 2 })
  const [toVisitor] = mailsTo(member.follower())
  const [toMember] = mailsTo(fan.email)
  expect(toMember?.parsed.text).toContain(`because you follow @${member.username} on Radr.`)
  expect(toVisitor?.parsed.text).toMatch(
    /because you confirmed on [A-Z][a-z]{2} \d+, \d{4} that you follow @/,
  )
  expect(toVisitor?.parsed.html).toMatch(/because you confirmed on/)
  expect(toVisitor?.parsed.html).toContain('/unsubscribe?token=')

  const header = (name: string) =>
    toVisitor?.parsed.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const followId = await member.followId(member.follower())
  expect(toVisitor?.parsed.messageId).toBe(`<drop.${dropId}.${followId}@radr.test>`)
  expect(header('list-unsubscribe')).toEqual([
    expect.stringMatching(/^<http:\/\/radr\.test\/api\/unsubscribe\/[\w.-]+>$/),
  ])
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(header('list-id')).toEqual([expect.stringMatching(/^<drops-\d+\.radr\.test>$/)])
  expect(header('auto-submitted')).toEqual(['auto-generated'])
  const { pathname } = new URL(header('list-unsubscribe')?.[0]?.slice(1, -1) ?? '')
  expect((await clickOnce(app, pathname)).status).toBe(200)
})

test('A follower who unsubscribes while a drop is running does not get it', async () => {
  const member = await createMember(60)
  const { inFlight, accept } = acceptDropMailsLater()
  await member.drop()
  // Mails that are in flight cannot be taken back, and there are no others while each connection has one.
  await expect.poll(() => inFlight.size).toBe(10)
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  const fan = numbers.map(member.follower).find(address => !inFlight.has(address)) ?? ''
  const token = await unsubscribeTokenOf(app.context, await member.followId(fan))
  const { status } = await app.visitor().call('POST', '/api/follows/unsubscribe', { token })
  expect(status).toBe(200)
  accept()
  await member.untilStates({ sent: 59, skipped: 1, audience: 60 })
  expect(member.reached()).toHaveLength(59)
  expect(member.reached()).not.toContain(fan)
})

test('Members whose email an operator changes while a drop is running get it at the new one', async () => {
  const member = await createMember(0)
  const fans = await Promise.all(Array.from({ length: 12 }, () => confirmedMember(app)))
  for (const fan of fans) await follow(fan, member)
  const { inFlight, accept } = acceptDropMailsLater()
  await member.drop()
  await expect.poll(() => inFlight.size).toBe(10)
  const claimed = await app.context.db
    .selectFrom('drop_notifications')
    .select('follow_id')
    .where('status', '=', 'pending')
    .where('leased_by', 'is not', null)
    .execute()
  expect(claimed).toHaveLength(2)
  const movers = fans.filter(({ email }) => !inFlight.has(email))
  for (const { id, email } of movers) await replaceEmail(app.context, id, `new-${email}`)
  accept()
  await member.untilStates({ sent: 12, audience: 12 })
  for (const { email } of movers) {
    expect(mailsTo(email)).toEqual([])
    expect(mailsTo(`new-${email}`)).toHaveLength(1)
  }
})

test('A drop that is made while the clock is a day behind reaches those who followed before', async () => {
  const member = await createMember(2)
  app.pass(-day)
  await member.drop()
  await member.untilStates({ sent: 2, audience: 2 })
  app.pass(day)
})

test('Somebody who follows after a drop does not get it, even if its job runs again', async () => {
  const member = await createMember(1)
  const dropId = await member.drop()
  const fan = await app.member()
  await follow(fan, member)
  await runJob(deliverDrop, { ...app.context, notifySender() {} }, { dropId })
  await member.untilStates({ sent: 1, audience: 1 })
})

test('A rejected mail is failed, never retried, and the owner sees why', async () => {
  const member = await createMember(2)
  app.mailbox.behave(
    toFollowers(address =>
      address === member.follower(1) ? { code: 550, text: '5.1.1 No such user' } : 'accept',
    ),
  )
  await member.drop()
  await member.untilStates({ sent: 1, failed: 1 })
  app.mailbox.behave()
  app.pass(day)
  await deliverAnotherDrop()
  await member.untilStates({ sent: 1, failed: 1 })
  expect(member.reached()).toEqual([member.follower(2)])
  expect((await deliveryOf(member)).undelivered).toMatchObject([
    { email: member.follower(1), reason: 'The mailbox does not exist.' },
  ])
})

/** Waits until the sender has claimed everything that was due before. */
async function deliverAnotherDrop() {
  const member = await createMember(1)
  await member.drop()
  await member.untilStates({ sent: 1 })
}

test('A recipient on whom the server disconnects does not delay the others', async () => {
  const member = await createMember(20)
  app.mailbox.behave(
    toFollowers(address => (address === member.follower(1) ? 'disconnect' : 'accept')),
  )
  await member.drop()
  await member.untilStates({ sent: 19, retry: 1 })
  app.mailbox.behave()
  app.pass(minute)
  await member.untilStates({ sent: 20 })
})

test('A sender whose lease expires while a mail is in flight does not send the mail again', async () => {
  const member = await createMember(3)
  const started = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  let bodies = 0
  app.mailbox.behave({
    async body({ to }): Promise<Reply> {
      if (to[0] !== member.follower(1)) return 'accept'
      bodies++
      started.resolve()
      await resumed.promise
      return 'accept'
    },
  })
  await member.drop()
  await started.promise
  await expireLeases(app.context.db)
  await deliverAnotherDrop()
  resumed.resolve()
  await member.untilStates({ sent: 3 })
  expect(bodies).toBe(1)
})

test('To an email that nobody confirmed a drop comes without its note, and with a link that confirms the email', async () => {
  const [fan, member] = [await app.member(), await createMember(0)]
  await follow(fan, member)
  const note = 'Buy at https://strangers.example'
  const drop = async (number: number) => {
    expect((await member.call('POST', '/api/drops', { note })).status).toBe(201)
    const found = () =>
      mailsTo(fan.email).find(({ parsed }) => parsed.subject?.endsWith(`#${number}`))
    await expect.poll(found).toBeDefined()
    return found()
  }
  const first = await drop(1)
  expect(String(first?.raw)).not.toMatch(/strangers|Buy at/)
  const link = linkIn(first, 'Confirm your address to read notes by mail')
  const token = link.searchParams.get('token')
  expect(link.pathname).toBe('/email/confirm')
  expect((await app.visitor().call('POST', '/api/email/confirm', { token })).status).toBe(200)

  app.pass(8 * day)
  await saveTracks(member, 2)
  const second = await drop(2)
  expect(second?.parsed.text).toContain(note)
  expect(second?.parsed.text).not.toContain('Confirm your address')
})
