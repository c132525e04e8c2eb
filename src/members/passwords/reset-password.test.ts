import { beforeEach, describe, expect, test } from 'vitest'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { resendMail } from '../../../tests/resend-mail.ts'
import { day, hour, minute, openTestApp, runJob } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { createLink } from '../../mail/links/one-time-links.ts'
import { enqueueMail } from '../../mail/mails.queries.ts'
import { passwordReset } from '../mailed-links.ts'
import { updateMember } from '../members.queries.ts'
import { purgeExpired } from '../purge-expired.job.ts'
import { replacePassword } from './replace-password.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

/** The token in the newest reset mail. */
const tokenFor = (email: string, count = 1) => mailedToken(app, email, '/reset-password', { count })

const expiredReset = { message: 'The password reset link is invalid or has expired' }
const forgot = (email: string) => app.visitor().call('POST', '/api/forgot-password', { email })
const verify = (token: string) =>
  app.visitor().call('GET', `/api/verify-reset-token?token=${encodeURIComponent(token)}`)
const reset = (token: unknown, newPassword: unknown) =>
  app.visitor().call('POST', '/api/reset-password', { token, newPassword })
const logIn = async (email: string, password: string) =>
  (await app.visitor().call('POST', '/api/login', { email, password })).status

async function memberWithLink() {
  const member = await app.member()
  await forgot(member.email)
  return { member, token: await tokenFor(member.email) }
}

describe('A forgotten password', () => {
  test('is replaced with the mailed link, once, which ends every session and confirms the email', async () => {
    const member = await app.member()
    expect((await forgot(member.email.toUpperCase())).body).toEqual({
      message: 'If your email is registered, you will receive a password reset link shortly.',
    })
    const token = await tokenFor(member.email)
    const stored = await app.context.db.selectFrom('password_resets').select('token').execute()
    expect(stored).not.toContainEqual({ token })
    expect((await verify(token)).body).toEqual({ valid: true })
    const done = await reset(token, 'battery staple')
    expect(done.status).toBe(200)
    expect(done.body).toEqual({ message: 'Your password has been successfully reset' })
    expect((await member.call('GET', '/api/user')).status).toBe(401)
    expect(await logIn(member.email, 'correct horse')).toBe(401)
    const { body } = await member.call('POST', '/api/login', {
      email: member.email,
      password: 'battery staple',
    })
    expect(body).toMatchObject({ email_confirmed: true })
    expect((await verify(token)).body).toEqual({ valid: false, ...expiredReset })
    const again = await reset(token, 'another one')
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject(expiredReset)
    expect(await logIn(member.email, 'battery staple')).toBe(200)
  })

  test('is replaced once when the same link is used five times at the same time', async () => {
    const { member, token } = await memberWithLink()
    const passwords = [1, 2, 3, 4, 5].map(number => `password ${number}`)
    const answers = await Promise.all(passwords.map(password => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await logIn(member.email, winner)).toBe(200)
  })

  test('is replaced with one of two links that are used at the same time, and neither works afterwards', async () => {
    const { member, token: first } = await memberWithLink()
    await forgot(member.email)
    const second = await tokenFor(member.email, 2)
    const answers = await Promise.all([reset(first, 'password 1'), reset(second, 'password 2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await verify(first)).body).toMatchObject({ valid: false })
    expect((await verify(second)).body).toMatchObject({ valid: false })
  })

  test('can be replaced for an hour after the mail', async () => {
    const { member, token } = await memberWithLink()
    app.pass(59 * minute)
    expect((await verify(token)).body).toEqual({ valid: true })
    app.pass(2 * minute)
    expect((await verify(token)).body).toEqual({ valid: false, ...expiredReset })
    expect((await reset(token, 'battery staple')).status).toBe(400)
    expect(await logIn(member.email, 'correct horse')).toBe(200)
  })

  test('of an unknown email gets the same response and no mail, of a known one at most three mails an hour', async () => {
    const member = await app.member()
    const unknown = await forgot('nobody@mail.test')
    for (let round = 0; round < 5; round++) {
      expect(await forgot(member.email)).toMatchObject({ status: 200, body: unknown.body })
    }
    await tokenFor(member.email, 3)
    await drainQueue(app, 'reset-password')
    expect(resetMails().map(({ to }) => to)).toEqual(Array(3).fill([member.email]))
  })

  test('is replaced by 8 to 100 characters; with others the link stays valid', async () => {
    const { member, token } = await memberWithLink()
    const short = { message: 'Password must be at least 8 characters', field: 'newPassword' }
    expect(await reset(token, '1234567')).toMatchObject({ status: 400, body: short })
    expect(await reset(token, undefined)).toMatchObject({ status: 400, body: short })
    expect(await reset(token, 'x'.repeat(101))).toMatchObject({
      status: 400,
      body: { message: 'Password is too long', field: 'newPassword' },
    })
    expect((await verify(token)).body).toEqual({ valid: true })
    expect(await logIn(member.email, 'correct horse')).toBe(200)
  })

  test.each([['wrong'], [''], [null]])('is not replaced with the token %j', async token => {
    expect((await reset(token, 'battery staple')).status).toBe(400)
    const query = token ? `?token=${token}` : ''
    const { status, body } = await app.visitor().call('GET', `/api/verify-reset-token${query}`)
    expect([status, body]).toEqual([200, { valid: false, ...expiredReset }])
  })

  test('gets its third mail although the worker was killed, and no fourth', async () => {
    const member = await app.member()
    await askForResets(member.email, 3)
    expect(resetMails()).toHaveLength(3)
    await resendMail(app, 'reset-password', member.id)
    expect(resetMails()).toHaveLength(4)
    const newest = await tokenFor(member.email, 4)
    await askForResets(member.email, 1)
    expect(resetMails()).toHaveLength(4)
    expect((await reset(newest, 'battery staple')).status).toBe(200)
  })

  test('gets six mails a day, also when links are used, and then one an hour with a link that works', async () => {
    const member = await app.member()
    await askForResets(member.email, 4)
    expect(resetMails()).toHaveLength(3)
    const used = await tokenFor(member.email, 3)
    expect((await reset(used, 'battery staple')).status).toBe(200)
    await askForResets(member.email, 4)
    expect(resetMails()).toHaveLength(6)
    for (let mails = 7; mails <= 9; mails++) {
      app.pass(hour)
      await askForResets(member.email, 4)
      expect(resetMails()).toHaveLength(mails)
      app.pass(59 * minute)
      await askForResets(member.email, 4)
      expect(resetMails()).toHaveLength(mails)
    }
    app.pass(minute)
    await askForResets(member.email, 1)
    const newest = await tokenFor(member.email, 10)
    expect((await reset(newest, 'horse battery')).status).toBe(200)
    expect(await logIn(member.email, 'horse battery')).toBe(200)
  })

  test('is not kept from its owner by whoever registers other spellings of the email', async () => {
    const member = await app.member()
    await askForResets(member.email, 1)
    const proof = await tokenFor(member.email)
    expect((await reset(proof, 'battery staple')).status).toBe(200)
    const spelled = (n: number) => member.email.replace('@', `+${n}@`)
    for (let n = 1; n <= 8; n++) {
      const account = { username: `spelled-${n}`, email: spelled(n), password: 'correct horse' }
      expect((await app.visitor().call('POST', '/api/register', account)).status).toBe(201)
      await askForResets(spelled(n), 1)
    }
    expect(resetMails()).toHaveLength(6)
    for (let mails = 2; mails <= 4; mails++) {
      app.pass(61 * minute)
      for (let n = 1; n <= 8; n++) await askForResets(spelled(n), 1)
      await askForResets(member.email, 2)
      expect(resetMails().filter(({ to }) => to[0] === member.email)).toHaveLength(mails)
    }
    expect(resetMails()).toHaveLength(9)
  })
})

async function askForResets(email: string, times: number) {
  for (let time = 0; time < times; time++) expect((await forgot(email)).status).toBe(200)
  await drainQueue(app, 'reset-password')
}

test('A reset mail that waits while the password is replaced has no link that works', async () => {
  const { db, clock } = app.context
  const member = await app.member()
  const { id } = member
  await app.mailbox.waitFor(({ to }) => to[0] === member.email)
  await db.updateTable('mail_flow').set({ paused_at: clock.now() }).execute()
  await forgot(member.email)
  await expect
    .poll(() => db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute())
    .toHaveLength(1)
  const password = await replacePassword(app.context, id)
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  app.pass(2_000)
  await drainQueue(app, 'reset-password')
  expect(resetMails()).toEqual([])
  expect(await logIn(member.email, password)).toBe(200)
})

test('A reset mail that waited for weeks has a link that works', async () => {
  const { db, clock } = app.context
  const member = await app.member()
  await app.mailbox.waitFor(({ to }) => to[0] === member.email)
  await db.updateTable('mail_flow').set({ paused_at: clock.now() }).execute()
  await forgot(member.email)
  await expect
    .poll(() => db.selectFrom('password_resets').select('id').execute())
    .not.toHaveLength(0)
  app.pass(29 * day)
  await runJob(purgeExpired, app.context, {})
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  await drainQueue(app, 'reset-password')
  expect((await verify(await tokenFor(member.email))).body).toEqual({ valid: true })
})

const resetMails = () =>
  app.mailbox.mails.filter(mail => mail.parsed.text?.includes('/reset-password?'))

test.runIf(onPostgres)(
  'A reset mail that is made while the email of the account changes does not go to the old email',
  async () => {
    const { db, clock } = app.context
    const { id, email } = await app.member()
    // The job of this mail locks the account, too.
    await app.mailbox.waitFor(({ to }) => to[0] === email)
    const resetId = await createLink(db, passwordReset, id, clock.now())
    const newEmail = `new-${email}`
    await db.transaction().execute(async trx => {
      await updateMember(trx, id, { email: newEmail })
      const mail = { subjectId: id, data: { resetId }, requestedAt: clock.now() }
      await db.transaction().execute(other => enqueueMail(other, 'reset-password', mail))
      await expect.poll(() => waitingTransactions(db)).toBe(1)
    })
    await tokenFor(newEmail)
    expect(resetMails().map(({ to }) => to)).toEqual([[newEmail]])
  },
)
