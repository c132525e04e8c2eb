import { afterEach, expect, test, vi } from 'vitest'
import { drainQueue, makeJobsDue } from '../../tests/drain-queue.ts'
import type { Reply } from '../../tests/mailbox.ts'
import { simpleMail } from '../../tests/mails/simple-mail.ts'
import { day, hour, minute, openTestApp } from '../../tests/test-app.ts'
import type { Outcome } from './mail.ts'
import { controlMail, describeMail } from './pausing/mail-controls.ts'
import {
  readMailFlow,
  recordFailure,
  recordSuccess,
  returnTrial,
} from './pausing/mail-flow.queries.ts'
import { openMailFlow } from './pausing/mail-flow.ts'

const app = await openTestApp()
afterEach(() => app.mailbox.behave())

const mailsTo = (address: string) => app.mailbox.mails.filter(({ to }) => to[0] === address)

test('A confirmation mail that is deferred is given up after a day, however long mail was paused before', async () => {
  const { db, clock } = app.context
  const { username } = await app.member()
  const email = 'deferred@mail.test'
  let tries = 0
  app.mailbox.behave({
    recipient: to => {
      if (to !== email) return 'accept'
      tries++
      return { code: 451, text: '4.7.1 Greylisted' }
    },
  })
  await controlMail(db, 'pause', clock.now())
  const ask = () => app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  await ask()
  app.pass(3 * day)
  await controlMail(db, 'resume', clock.now())
  await expect
    .poll(async () => {
      await makeJobsDue(db, 'confirm-follow')
      return tries
    })
    .toBeGreaterThan(2)
  await drainQueue(app, 'confirm-follow')
  expect(tries).toBe(8)
  expect(mailsTo(email)).toEqual([])

  // A mail that was not sent does not count: it can be requested again at once.
  app.mailbox.behave()
  await ask()
  await drainQueue(app, 'confirm-follow')
  expect(mailsTo(email)).toHaveLength(1)
})

test('A member whose confirmation mail is rejected is told so, and can ask for another at once', async () => {
  app.mailbox.behave({ recipient: to => ({ code: 550, text: `5.1.1 <${to}>: User unknown` }) })
  const member = await app.member()
  const isUnsent = async () =>
    (await member.call<{ email_unsent: boolean }>('GET', '/api/user')).body.email_unsent
  await expect.poll(isUnsent).toBe(true)
  app.mailbox.behave()
  expect((await member.call('POST', '/api/email/resend', {})).status).toBe(200)
  expect(await isUnsent()).toBe(false)
  await drainQueue(app, 'confirm-email')
  expect(mailsTo(member.email)).toHaveLength(1)
})

test('A confirmation mail that is rejected after a later one was requested tells the member nothing', async () => {
  const [inFlight, reply] = [Promise.withResolvers<void>(), Promise.withResolvers<Reply>()]
  let mails = 0
  app.mailbox.behave({
    body: () => {
      if (++mails > 1) return 'accept'
      inFlight.resolve()
      return reply.promise
    },
  })
  const member = await app.member()
  await inFlight.promise
  app.pass(2 * hour)
  expect((await member.call('POST', '/api/email/resend', {})).status).toBe(200)
  await app.mailbox.waitFor(({ to }) => to[0] === member.email)
  reply.resolve({ code: 550, text: '5.7.1 No' })
  await drainQueue(app, 'confirm-email')
  expect(mails).toBe(2)
  expect((await member.call('GET', '/api/user')).body).toMatchObject({ email_unsent: false })
})

test('While the operator pauses mail, waiting transactional mails are counted and log no error', async () => {
  const { db, clock, config } = app.context
  await controlMail(db, 'pause', clock.now())
  const errors = vi.spyOn(app.context.log, 'error')
  const waiting = async () =>
    Number(/Account mails waiting: (\d+)/.exec(await describeMail(db, config))?.[1])
  const before = await waiting()
  await app.member()
  await makeJobsDue(db, 'confirm-email')
  expect(await waiting()).toBe(before + 1)
  expect(errors).not.toHaveBeenCalled()
  await controlMail(db, 'resume', clock.now())
  await drainQueue(app, 'confirm-email')
  expect(await waiting()).toBe(before)
})

test('A trial that the end of its process cuts off can be repeated at once', async () => {
  const { db, log } = app.context
  const sending = Promise.withResolvers<Outcome>()
  const transport = { connections: 1, send: () => sending.promise, close: async () => {} }
  const flow = await openMailFlow({ db, log }, transport)
  await recordFailure(db, 'away', false)
  await returnTrial(db)
  expect(await flow.takeTrial()).toBe(true)
  expect((await readMailFlow(db)).waitMs).toBeGreaterThan(minute)
  const sent = flow.send('confirm-email', simpleMail(1), { isTrial: true })
  flow.stop()
  sending.resolve({ kind: 'unavailable', reason: 'no connection was free in time' })
  await sent
  expect((await readMailFlow(db)).waitMs).toBe(0)
  await recordSuccess(db)
})
