import { beforeEach, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import {
  dropAndDeliver,
  linkIn,
  memberWithFollowers,
  saveTracks,
} from '../../../tests/drop-audience.ts'
import { follow } from '../../../tests/member-actions.ts'
import {
  type Client,
  day,
  hour,
  type Member,
  openTestApp,
  runJob,
} from '../../../tests/test-app.ts'
import { setRole } from '../../admin/admin.queries.ts'
import { recordReport } from '../../delivery/bounces/record-report.ts'
import { perform } from '../../operations/operator/operations.ts'
import { controlMail } from '../pausing/mail-controls.ts'
import { purgeMails } from '../purge-mails.job.ts'
import { findMailbox } from './mailboxes.queries.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

let people = 0

const register = (email: string) => app.member(`person-${++people}`, email)

const newStar = () => memberWithFollowers(app, 0)

const resend = (who: Client) => who.call('POST', '/api/email/resend')

const forgotPassword = (email: string) =>
  app.visitor().call('POST', '/api/forgot-password', { email })

/** A new name, and every mail that arrives at any spelling of its email. */
function newVictim(host = 'victim.test') {
  const name = `victim${++people}`
  const spelled = (tag: string | number) => `${name}+${tag}@${host}`
  const mails = async () => {
    for (const job of ['confirm-email', 'confirm-follow', 'reset-password', 'test-drop'])
      await drainQueue(app, job)
    return app.mailbox.mails.filter(({ to }) => to[0]?.toLowerCase().startsWith(name))
  }
  const count = async () => (await mails()).length
  return { name, address: `${name}@${host}`, spelled, mails, count }
}

const tokenIn = (mail: { parsed: { text?: string } } | undefined) =>
  /\?token=([\w-]+)/.exec(mail?.parsed.text ?? '')?.[1]

test('Forty accounts with spellings of one email bring its mailbox five mails a day and twelve in all', async () => {
  const star = await newStar()
  const victim = newVictim()
  const accounts: Member[] = []
  for (let n = 1; n <= 40; n++) accounts.push(await register(victim.spelled(n)))
  expect(await victim.count()).toBe(3)
  for (const account of accounts) await follow(account, star)
  for (const { email } of accounts) await forgotPassword(email)
  expect(await victim.count()).toBe(5)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 0, skipped: 40 })
  for (let n = 1; n <= 10; n++) {
    app.pass(day)
    await resend(accounts[n] as Member)
    await forgotPassword(victim.spelled(n))
    await follow(app.visitor(), star, victim.spelled(`visitor${n}`))
    expect(await victim.count()).toBe(Math.min(5 + 3 * n, 12))
    await runJob(purgeMails, app.context, {})
  }
  app.pass(10 * day)
  await saveTracks(star, 2)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 0, skipped: 40 })
  expect(await victim.count()).toBe(12)
})

test('Mails that waited and were replaced by a newer one do not count, and no more than twelve ever arrive', async () => {
  const { db, clock } = app.context
  const [star, victim] = [await newStar(), newVictim()]
  await controlMail(db, 'pause', clock.now())
  for (let requests = 0; requests < 12; requests++) {
    await follow(app.visitor(), star, victim.address)
    app.pass(8 * hour)
  }
  await controlMail(db, 'resume', clock.now())
  expect(await victim.count()).toBe(1)
  expect(await findMailbox(db, victim.address)).toMatchObject({ unconfirmed_mails: 1 })
  for (let requests = 0; requests < 18; requests++) {
    await follow(app.visitor(), star, victim.address)
    await victim.mails()
    app.pass(8 * hour)
  }
  expect(await victim.count()).toBe(12)
})

test('Drop mails to accounts without a confirmed email count with all other mail to the mailbox', async () => {
  const star = await newStar()
  const victim = newVictim()
  for (let n = 1; n <= 10; n++) await follow(await register(victim.spelled(n)), star)
  expect(await victim.count()).toBe(3)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 2, skipped: 8 })
  await forgotPassword(victim.spelled(1))
  expect(await victim.count()).toBe(5)
})

test('Accounts without a confirmed email bring a mailbox that confirmed a follow three drop mails a day, the follow’s apart', async () => {
  const star = await newStar()
  const victim = newVictim()
  await follow(app.visitor(), star, victim.address)
  const proof = { token: tokenIn((await victim.mails())[0]) }
  expect((await app.visitor().call('POST', '/api/follows/confirm', proof)).status).toBe(200)
  for (let n = 1; n <= 6; n++) await follow(await register(victim.spelled(n)), star)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 + 3, skipped: 3 })
  app.pass(8 * day)
  await saveTracks(star, 2)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 + 3, skipped: 3 })
})

test('Concurrent requests do not exceed the limits of a mailbox together', async () => {
  const [star, other] = [await newStar(), await newStar()]
  const victim = newVictim('gmail.com')
  const dotted = (n: number) => `${victim.name.slice(0, n)}.${victim.name.slice(n)}@googlemail.com`
  const accounts = await Promise.all([1, 2, 3, 4, 5, 6].map(n => register(dotted(n))))
  await Promise.all(accounts.flatMap(account => [follow(account, star), follow(account, other)]))
  await Promise.all([
    ...accounts.map(({ email }) => forgotPassword(email)),
    ...accounts.map(account => resend(account)),
    ...[1, 2, 3, 4].map(n => follow(app.visitor(), star, victim.spelled(n))),
    dropAndDeliver(star),
    dropAndDeliver(other),
  ])
  await victim.mails()
  const arrived = app.mailbox.mails.filter(({ to }) =>
    to[0]?.replaceAll('.', '').startsWith(victim.name),
  )
  expect(arrived).toHaveLength(5)
})

test('"Stop all mail" in one mail stops every kind to every spelling of a mailbox that nobody confirmed', async () => {
  const star = await newStar()
  const victim = newVictim()
  const [one, two] = [await register(victim.spelled(1)), await register(victim.spelled(2))]
  await setRole(app.context.db, one.username, 'dev', true)
  await saveTracks(one)
  await follow(one, star)
  await dropAndDeliver(star)
  const dropMail = (await victim.mails()).find(({ parsed }) => parsed.text?.includes('Unsubscribe'))
  const unsubscribe = linkIn(dropMail, 'Unsubscribe').searchParams.get('token')
  app.mailbox.clear()
  const stop = { token: unsubscribe, all: true }
  expect((await app.visitor().call('POST', '/api/follows/unsubscribe', stop)).status).toBe(200)
  for (let n = 0; n < 3; n++) {
    app.pass(8 * day)
    await register(victim.spelled(`late${n}`))
    expect((await resend(two)).status).toBe(200)
    await forgotPassword(one.email)
    expect((await one.call('POST', '/api/test-drop', {})).body).toMatchObject({
      code: 'mail_stopped',
    })
    await follow(app.visitor(), star, victim.spelled(`visitor${n}`))
    await follow(two, star)
    await saveTracks(star, n % 2 === 0 ? 2 : 1)
    expect(await dropAndDeliver(star)).toMatchObject({ sent: 0 })
  }
  expect(await victim.count()).toBe(0)
})

test('After a complaint no spelling of a confirmed mailbox gets mail that a stranger can request, but its owner can reset the password', async () => {
  const { star, victim, account } = await complain({ isConfirmed: true })
  await follow(app.visitor(), star, victim.address)
  app.pass(8 * day)
  const { status, body } = await resend(account)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      message: expect.stringMatching(
        /, unless .* somebody there stopped our mail.*“Forgot password\?”/,
      ),
    },
  })
  expect(await victim.count()).toBe(0)
  await forgotPassword(account.email)
  expect(await victim.count()).toBe(1)
})

test('After a complaint from a mailbox that nobody confirmed it gets no mail at all, because a stranger may have the account', async () => {
  const { star, victim, account } = await complain({ isConfirmed: false })
  await follow(app.visitor(), star, victim.address)
  app.pass(8 * day)
  expect((await resend(account)).status).toBe(200)
  await forgotPassword(account.email)
  expect(await victim.count()).toBe(0)
})

/** An account with one spelling of the mailbox, and a complaint about a drop mail to another one. */
async function complain({ isConfirmed }: { isConfirmed: boolean }) {
  const star = await newStar()
  const victim = newVictim()
  const complainer = await register(victim.spelled('spam'))
  const account = await register(victim.spelled(1))
  if (isConfirmed) {
    const [mail] = (await victim.mails()).filter(({ to }) => to[0] === complainer.email)
    const proof = { token: tokenIn(mail) }
    expect((await app.visitor().call('POST', '/api/email/confirm', proof)).status).toBe(200)
  }
  await follow(complainer, star)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 })
  const { db } = app.context
  const delivery = await db
    .selectFrom('drop_notifications')
    .innerJoin('recipients', 'recipients.follow_id', 'drop_notifications.follow_id')
    .select('drop_notifications.id')
    .where('address', '=', complainer.email)
    .executeTakeFirstOrThrow()
  const complaint = { kind: 'complaint', reportId: 'spam', detail: 'abuse' } as const
  expect(await recordReport(app.context, { deliveryId: delivery.id }, [complaint])).toBe('recorded')
  app.mailbox.clear()
  return { star, victim, account }
}

test('Once somebody there confirms a link, a mailbox that got twelve mails gets more', async () => {
  const victim = newVictim()
  const first = await register(victim.spelled(1))
  for (let n = 2; n <= 13; n++) {
    app.pass(day)
    await register(victim.spelled(n))
  }
  expect(await victim.count()).toBe(12)
  expect((await resend(first)).status).toBe(200)
  expect(await victim.count()).toBe(12)
  app.pass(hour)
  const proof = { token: tokenIn((await victim.mails()).at(-1)) }
  expect((await app.visitor().call('POST', '/api/email/confirm', proof)).status).toBe(200)
  expect((await resend(first)).status).toBe(200)
  expect(await victim.count()).toBe(13)
})

test('Where strangers have used up the twelve mails of a mailbox, the operator gives it twelve more', async () => {
  const victim = newVictim()
  const owner = await register(victim.address)
  const unsuppress = () =>
    perform(
      { ...app.context, openQueue: async () => app.context.queue },
      { name: 'unsuppress', address: victim.address.toUpperCase() },
    )
  for (let n = 2; n <= 12; n++) {
    expect(await unsuppress()).toMatch(/ was not suppressed\.$/)
    app.pass(day)
    await register(victim.spelled(n))
  }
  app.pass(day)
  expect((await resend(owner)).status).toBe(200)
  app.pass(hour)
  expect(await victim.count()).toBe(12)
  expect(await unsuppress()).toBe(
    `Until somebody there opens a link, ${victim.address.toUpperCase()} gets 12 more mails.`,
  )
  expect((await resend(owner)).status).toBe(200)
  expect(await victim.count()).toBe(13)
})

test('Test drops count like other mail until the email is confirmed', async () => {
  const victim = newVictim()
  const account = await register(victim.address)
  await setRole(app.context.db, account.username, 'dev', true)
  await saveTracks(account)
  const testDrop = () => account.call('POST', '/api/test-drop', {})
  const proof = { token: tokenIn((await victim.mails())[0]) }
  for (const status of [200, 200, 200, 200, 429]) expect((await testDrop()).status).toBe(status)
  expect(await victim.count()).toBe(5)
  await app.visitor().call('POST', '/api/email/confirm', proof)
  expect((await testDrop()).status).toBe(200)
  expect(await victim.count()).toBe(6)
})

test('An account without a confirmed email and a visitor’s follow of the same email get one mail of a drop', async () => {
  const star = await newStar()
  const victim = newVictim()
  const account = await register(victim.address)
  await follow(account, star)
  await follow(app.visitor(), star, victim.address.toUpperCase())
  const token = tokenIn(
    (await victim.mails()).find(({ parsed }) => parsed.subject?.includes('follow')),
  )
  expect((await app.visitor().call('POST', '/api/follows/confirm', { token })).status).toBe(200)
  app.mailbox.clear()
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1, skipped: 1 })
  expect(app.mailbox.mails).toHaveLength(1)
})
