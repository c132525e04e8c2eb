import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { day, openTestApp } from '../../tests/test-app.ts'
import { StorageFull } from '../platform/database/database-unavailable.ts'
import type { CurrentUser } from './members.schemas.ts'
import { findSession, startSession } from './sessions/sessions.ts'

const app = await openTestApp()
const secureApp = await openTestApp({ PUBLIC_URL: 'https://radr.test' })

const password = 'correct horse'
const countUsers = async () =>
  (await app.context.db.selectFrom('users').select('id').execute()).length

describe('Creating an account', () => {
  test('signs in, returns the user without the password, and sends the mail that confirms the email', async () => {
    const visitor = app.visitor()
    const { status, body } = await visitor.call('POST', '/api/register', {
      username: 'Ada_L-1',
      email: ' ada@mail.test ',
      password,
    })
    expect(status).toBe(201)
    const user = {
      username: 'Ada_L-1',
      email: 'ada@mail.test',
      avatar: null,
      spotify_user_id: null,
      is_admin: false,
      is_dev_user: false,
      email_confirmed: false,
      email_unsent: false,
      hidden_reason: null,
      member_key: expect.any(String),
    }
    expect(body).toEqual(user)
    expect((await visitor.call('GET', '/api/user')).body).toEqual(user)
    await app.mailbox.waitFor(mail => mail.to.includes('ada@mail.test'))
  })

  test('ten times at the same time with one name in different case creates one account', async () => {
    const spellings = Array.from({ length: 10 }, (_, index) =>
      [...'racername'].map((l, at) => ((index >> (at % 4)) & 1 ? l.toUpperCase() : l)).join(''),
    )
    const answers = await Promise.all(
      spellings.map((username, index) =>
        app.visitor().call('POST', '/api/register', {
          username,
          email: `racer${index}@mail.test`,
          password,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toEqual({
      message: 'This username is already taken',
      code: 'username_taken',
      field: 'username',
    })
  })

  test('with an email that has an account in another case is rejected, naming the email', async () => {
    const { email } = await app.member()
    const { status, body } = await app.visitor().call('POST', '/api/register', {
      username: 'somebody-else',
      email: email.toUpperCase(),
      password,
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      message: 'This email is already registered',
      code: 'email_taken',
      field: 'email',
    })
  })

  const good = { username: 'good-name', email: 'good@mail.test', password }
  test.each([
    [{ ...good, username: 'ab' }, 'Username must be at least 3 characters', 'username'],
    [{ ...good, username: undefined }, 'Username must be at least 3 characters', 'username'],
    [{ ...good, username: 'Admin' }, 'This username is reserved and cannot be used', 'username'],
    [{ ...good, email: 'a@b' }, 'Please enter a valid email address', 'email'],
    [{ ...good, email: 'a@b@mail.test' }, 'Please enter a valid email address', 'email'],
    [{ ...good, email: undefined }, 'Please enter a valid email address', 'email'],
    [{ ...good, password: '1234567' }, 'Password must be at least 8 characters', 'password'],
    [{ ...good, password: 'x'.repeat(1001) }, 'Password is too long', 'password'],
  ])('refuses %o', async (body, message, field) => {
    const before = await countUsers()
    const answer = await app.visitor().call('POST', '/api/register', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ message, code: expect.any(String), field })
    expect(await countUsers()).toBe(before)
  })

  test('accepts a password of up to 1000 characters, which then signs in', async () => {
    const long = { username: 'long-password', email: 'long@mail.test', password: 'x'.repeat(1000) }
    expect((await app.visitor().call('POST', '/api/register', long)).status).toBe(201)
    expect((await app.visitor().call('POST', '/api/login', long)).status).toBe(200)
    const wrong = { ...long, password: 'x'.repeat(999) }
    expect((await app.visitor().call('POST', '/api/login', wrong)).status).toBe(401)
  })
})

describe('Signing in', () => {
  test('accepts the email in any case and starts a new session each time', async () => {
    const member = await app.member()
    const visitor = app.visitor()
    const first = await visitor.call('POST', '/api/login', {
      email: member.email.toUpperCase(),
      password,
    })
    expect(first.status).toBe(200)
    const second = await visitor.call('POST', '/api/login', { email: member.email, password })
    const cookies = [first, second].map(({ response }) => response.headers.get('set-cookie') ?? '')
    expect(cookies[0]).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(cookies[1]).not.toBe(cookies[0])
    // The second sign-in in one browser ended the first one's session.
    const old = cookies[0]?.split(';')[0] ?? ''
    expect((await app.visitor().call('GET', '/api/user', undefined, { cookie: old })).status).toBe(
      401,
    )
    expect((await visitor.call('GET', '/api/user')).status).toBe(200)
    expect((await member.call('GET', '/api/user')).status).toBe(200)
  })

  test('responds to a wrong password and an unknown email in the same way', async () => {
    const { email } = await app.member()
    for (const address of [email, 'nobody@mail.test']) {
      const login = { email: address, password: 'wrong horse' }
      const { status, body } = await app.visitor().call('POST', '/api/login', login)
      expect(status).toBe(401)
      expect(body).toEqual({ message: 'Invalid login credentials', code: 'invalid_credentials' })
    }
  })

  test('on https the cookie is Secure and bound to the host', async () => {
    const visitor = secureApp.visitor()
    const { response } = await visitor.call('POST', '/api/register', {
      username: 'cautious',
      email: 'cautious@mail.test',
      password,
    })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-session=.*; HttpOnly; Secure/)
    expect((await visitor.call('GET', '/api/user')).status).toBe(200)
  })
})

describe('A session', () => {
  test('ends with signing out, which also succeeds when signed out', async () => {
    const member = await app.member()
    const stolen = await app.visitor().call('POST', '/api/login', { email: member.email, password })
    const cookie = stolen.response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const browser = app.visitor()
    expect((await browser.call('POST', '/api/logout', undefined, { cookie })).status).toBe(204)
    expect((await browser.call('GET', '/api/user', undefined, { cookie })).status).toBe(401)
    expect((await member.call('POST', '/api/logout')).status).toBe(204)
    const { status, body } = await member.call('GET', '/api/user')
    expect(status).toBe(401)
    expect(body).toEqual({ message: 'Please sign in to do this.', code: 'not_signed_in' })
    expect((await app.visitor().call('POST', '/api/logout')).status).toBe(204)
  })

  test('is extended by use, with a new cookie, and ends after 30 days without', async () => {
    const member = await app.member()
    const fresh = await member.call('GET', '/api/user')
    expect(fresh.response.headers.get('set-cookie')).toBeNull()
    app.pass(29 * day)
    const rolled = await member.call<CurrentUser>('GET', '/api/user')
    expect(rolled.response.headers.get('set-cookie')).toContain('Max-Age=2592000')
    app.pass(29 * day)
    expect((await member.call('GET', '/api/user')).status).toBe(200)
    app.pass(30 * day + 1)
    expect((await member.call('GET', '/api/user')).status).toBe(401)
  })

  test('that is due to be extended still serves while the disk is full', async () => {
    const { db, clock } = app.context
    const { id, username } = await app.member()
    const token = await startSession(db, id, clock.now())
    app.pass(2 * day)
    const full = await findSession({ db: db.withPlugin(refuseWrites), clock }, token)
    expect(full).toMatchObject({ viewer: { username }, rolled: false })
    expect(await findSession({ db, clock }, token)).toMatchObject({ rolled: true })
  })
})

/** Behaves like the embedded database while its disk is full. */
const refuseWrites: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'UpdateQueryNode') throw new StorageFull('disk full')
    return node
  },
  transformResult: async ({ result }) => result,
}
