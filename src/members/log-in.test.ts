import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { noBrowserBuild } from '../../tests/no-browser-build.ts'
import { newClient, openTestApp } from '../../tests/test-app.ts'
import { createApp } from '../app/server.ts'
import { createLink, setToken } from '../mail/links/one-time-links.ts'
import { openLog } from '../platform/log/log.ts'
import { newToken } from '../platform/secrets/tokens.ts'
import { passwordReset } from './mailed-links.ts'

const app = await openTestApp()

test('Signing in with the old password while it is being reset leaves no session', async () => {
  const { db, clock } = app.context
  const { id, email } = await app.member()
  const link = await createLink(db, passwordReset, id, clock.now())
  const { token } = newToken()
  await setToken(db, passwordReset, { id: link, token, now: clock.now() })
  await db
    .updateTable('users')
    .set({ password: await slowHash() })
    .where('id', '=', id)
    .execute()

  const thief = app.visitor()
  const signingIn = thief.call('POST', '/api/login', { email, password: 'correct horse' })
  const newPassword = 'battery staple'
  const reset = await app.visitor().call('POST', '/api/reset-password', { token, newPassword })
  expect(reset.status).toBe(200)

  expect(await signingIn).toMatchObject({
    status: 401,
    body: { message: 'Invalid login credentials' },
  })
  const left = await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  expect(left).toEqual([])
  const right = { email, password: newPassword }
  expect((await thief.call('POST', '/api/login', right)).status).toBe(200)
  expect((await thief.call('GET', '/api/user')).status).toBe(200)
})

/** A hash of the usual password; proving it takes so long that a reset is over sooner. */
const slowHash = () => hash('correct horse', { memoryCost: 19_456, timeCost: 150, parallelism: 1 })

test('The characters %00 and \\u0000 are text in a password, and the character U+0000 is refused', async () => {
  const body = (password: string) => ({ email: 'nobody@mail.test', password })
  const call = (password: string) => app.visitor().call('POST', '/api/login', body(password))
  expect((await call('100%00 secret')).status).toBe(401)
  expect((await call('100\\u0000 secret')).status).toBe(401)
  expect((await call('100\u0000 secret')).status).toBe(400)
})

test('A body that is nested very deeply is refused like any other', async () => {
  for (const depth of [5_000, 30_000]) {
    const body = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`
    expect((await app.visitor().call('POST', '/api/login', body)).status).toBe(400)
  }
})

test('An account that is being deleted cannot be signed in to', async () => {
  const { username, email } = await app.member()
  const { db } = app.context
  // makeAnonymous leaves an account like this until its rows are removed.
  await db.updateTable('users').set({ password: '' }).where('username', '=', username).execute()
  for (const password of ['correct horse', ' ']) {
    const { status } = await app.visitor().call('POST', '/api/login', { email, password })
    expect(status).toBe(401)
  }
})

test('A failed sign-in is logged with the IP of the client, not with the email or the password', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const config = { ...app.context.config, trustedProxies: 1 }
  const logged = createApp({ ...app.context, config, log }, noBrowserBuild)
  const { call } = newClient(config.publicUrl, (url, init) => logged.request(url, init))
  const { email } = await app.member()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  for (const body of [
    { email, password: 'wrong horse' },
    { email: 'nobody@mail.test', password: 'wrong horse' },
    { email, password: 'correct horse' },
  ])
    await call('POST', '/api/login', body, from)
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    // The end of the line that the filter in docs/operate.md looks for.
    expect(line).toMatch(/,"client":"203\.0\.113\.7","msg":"sign-in failed"\}\n$/)
    expect(line).not.toMatch(/@|horse/)
  }
})
