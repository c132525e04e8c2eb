import { beforeEach, describe, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { day, hour, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'
import type { CurrentUser } from './members.contract.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

/** The token in the newest mail to an address whose link leads to `path`. */
async function tokenFor(address: string, path: string, count = 1): Promise<string> {
  const link = new RegExp(`http://radr\\.test${path}\\?token=([\\w-]{43})(?![\\w-])`)
  const found = () =>
    app.mailbox.mails.flatMap(mail =>
      mail.to.includes(address) ? (link.exec(mail.parsed.text ?? '')?.[1] ?? []) : [],
    )
  await app.mailbox.waitFor(() => found().length >= count)
  return found().at(-1) ?? ''
}

const expiredReset = { message: 'The password reset link is invalid or has expired' }
const forgot = (email: string) => app.visitor().call('POST', '/api/forgot-password', { email })
const verify = (token: string) =>
  app.visitor().call('GET', `/api/verify-reset-token?token=${encodeURIComponent(token)}`)
const reset = (token: unknown, newPassword: unknown) =>
  app.visitor().call('POST', '/api/reset-password', { token, newPassword })
const logIn = async (email: string, password: string) =>
  (await app.visitor().call('POST', '/api/login', { email, password })).status

describe('A forgotten password', () => {
  test('is replaced by the mailed link, once, and every session ends', async () => {
    const member = await app.member()
    expect((await forgot(member.email.toUpperCase())).body).toEqual({
      message: 'If your email is registered, you will receive a password reset link shortly.',
    })
    const token = await tokenFor(member.email, '/reset-password')
    expect((await verify(token)).body).toEqual({ valid: true })
    const done = await reset(token, 'battery staple')
    expect(done.status).toBe(200)
    expect(done.body).toEqual({ message: 'Your password has been successfully reset' })
    expect((await member.call('GET', '/api/user')).status).toBe(401)
    expect(await logIn(member.email, 'correct horse')).toBe(401)
    expect(await logIn(member.email, 'battery staple')).toBe(200)
    expect((await verify(token)).body).toEqual({ valid: false, ...expiredReset })
    const again = await reset(token, 'another one')
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject(expiredReset)
    expect(await logIn(member.email, 'battery staple')).toBe(200)
  })

  test('is not stored by its token', async () => {
    const member = await app.member()
    await forgot(member.email)
    const token = await tokenFor(member.email, '/reset-password')
    const stored = await app.context.db.selectFrom('password_resets').select('token').execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.map(row => row.token)).not.toContain(token)
  })

  test('the same link used five times at once works once', async () => {
    const member = await app.member()
    await forgot(member.email)
    const token = await tokenFor(member.email, '/reset-password')
    const passwords = [1, 2, 3, 4, 5].map(number => `password ${number}`)
    const answers = await Promise.all(passwords.map(password => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await logIn(member.email, winner)).toBe(200)
  })

  test('two links used at once: one of them works, and neither afterwards', async () => {
    const member = await app.member()
    await forgot(member.email)
    const first = await tokenFor(member.email, '/reset-password')
    await forgot(member.email)
    const second = await tokenFor(member.email, '/reset-password', 2)
    const answers = await Promise.all([reset(first, 'password 1'), reset(second, 'password 2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await verify(first)).body).toMatchObject({ valid: false })
    expect((await verify(second)).body).toMatchObject({ valid: false })
  })

  test('the link works for an hour', async () => {
    const member = await app.member()
    await forgot(member.email)
    const token = await tokenFor(member.email, '/reset-password')
    app.pass(59 * minute)
    expect((await verify(token)).body).toEqual({ valid: true })
    app.pass(2 * minute)
    expect((await verify(token)).body).toEqual({ valid: false, ...expiredReset })
    expect((await reset(token, 'battery staple')).status).toBe(400)
    expect(await logIn(member.email, 'correct horse')).toBe(200)
  })

  test('an unknown address gets the same answer and no mail, a known one at most three an hour', async () => {
    const member = await app.member()
    const unknown = await forgot('nobody@mail.test')
    for (let round = 0; round < 5; round++) {
      expect(await forgot(member.email)).toMatchObject({ status: 200, body: unknown.body })
    }
    await tokenFor(member.email, '/reset-password', 3)
    await drainQueue(app, 'reset-password')
    const resets = app.mailbox.mails.filter(mail => mail.parsed.text?.includes('/reset-password'))
    expect(resets.filter(mail => mail.to.includes(member.email))).toHaveLength(3)
    expect(resets.filter(mail => mail.to.includes('nobody@mail.test'))).toHaveLength(0)
  })

  test('is replaced by 8 to 100 characters, else the link stays good', async () => {
    const member = await app.member()
    await forgot(member.email)
    const token = await tokenFor(member.email, '/reset-password')
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

  test.each([['wrong'], [''], ['x'.repeat(300)], [null], [12]])(
    'is not replaced by the token %j',
    async token => {
      expect((await reset(token, 'battery staple')).status).toBe(400)
    },
  )

  test('a link without a token is not valid', async () => {
    const { status, body } = await app.visitor().call('GET', '/api/verify-reset-token')
    expect(status).toBe(200)
    expect(body).toEqual({ valid: false, ...expiredReset })
  })

  test('by the mailed link proves the address as well', async () => {
    const member = await app.member()
    await forgot(member.email)
    await reset(await tokenFor(member.email, '/reset-password'), 'battery staple')
    const visitor = app.visitor()
    const { body } = await visitor.call<CurrentUser>('POST', '/api/login', {
      email: member.email,
      password: 'battery staple',
    })
    expect(body.email_confirmed).toBe(true)
  })
})

describe('The proof of an account’s address', () => {
  const confirm = (token: unknown) => app.visitor().call('POST', '/api/email/confirm', { token })
  const isConfirmed = async (member: { call: ReturnType<TestApp['visitor']>['call'] }) =>
    (await member.call<CurrentUser>('GET', '/api/user')).body.email_confirmed

  test('comes by the mailed link from any browser, and a second visit succeeds alike', async () => {
    const member = await app.member()
    const token = await tokenFor(member.email, '/email/confirm')
    expect(await isConfirmed(member)).toBe(false)
    for (const _visit of [1, 2]) {
      const { status, body } = await confirm(token)
      expect(status).toBe(200)
      expect(body).toEqual({ username: member.username })
    }
    expect(await isConfirmed(member)).toBe(true)
    app.pass(8 * day)
    expect((await confirm(token)).status).toBe(200)
  })

  test('is refused after seven days', async () => {
    const member = await app.member()
    const token = await tokenFor(member.email, '/email/confirm')
    app.pass(7 * day + minute)
    const { status, body } = await confirm(token)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'The confirmation link is invalid or has expired' })
    expect(await isConfirmed(member)).toBe(false)
  })

  test.each([['wrong'], [''], [null], [undefined], ['x'.repeat(300)]])(
    'is refused for the token %j',
    async token => {
      expect((await confirm(token)).status).toBe(400)
    },
  )

  test('can be mailed again after an hour, three times a day', async () => {
    const member = await app.member()
    const resend = () => member.call<{ message: string }>('POST', '/api/email/resend')
    await tokenFor(member.email, '/email/confirm')
    const tooSoon = await resend()
    expect(tooSoon.status).toBe(429)
    expect(Number(tooSoon.response.headers.get('retry-after'))).toBeGreaterThan(3500)
    for (const count of [2, 3]) {
      app.pass(hour + minute)
      expect((await resend()).status).toBe(200)
      await tokenFor(member.email, '/email/confirm', count)
    }
    app.pass(hour + minute)
    expect((await resend()).status).toBe(429)
    app.pass(day)
    expect((await resend()).status).toBe(200)
    expect((await confirm(await tokenFor(member.email, '/email/confirm', 4))).status).toBe(200)
    expect((await resend()).body).toEqual({ message: 'Your email address is already confirmed.' })
  })

  test('is asked for again when the mail server failed, and then sent once', async () => {
    let refusals = 0
    app.mailbox.behave({
      body({ to }) {
        if (to.includes('unlucky@mail.test')) refusals++
        return { code: 451, text: 'later' }
      },
    })
    const member = await app.member('unlucky')
    await expect.poll(() => refusals).toBeGreaterThanOrEqual(1)
    app.mailbox.behave()
    await drainQueue(app, 'confirm-email')
    expect(app.mailbox.mails.filter(mail => mail.to.includes(member.email))).toHaveLength(1)
    expect((await confirm(await tokenFor(member.email, '/email/confirm'))).status).toBe(200)
  })
})
