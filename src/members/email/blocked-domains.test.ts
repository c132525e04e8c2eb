import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'

const app = await openTestApp({ BLOCKED_MAIL_DOMAINS: 'Trash.example, spam.example' })

const refused = {
  status: 400,
  body: {
    code: 'mail_domain_blocked',
    field: 'email',
    message: 'We cannot send mail to this address. Please use another one.',
  },
}

test.each(['ann@trash.example', 'ann@TRASH.example', 'ann@mail.spam.example'])(
  'Nobody registers or follows with %s',
  async email => {
    const member = await app.member()
    const account = { username: 'ann', email, password: 'correct horse' }
    expect(await app.visitor().call('POST', '/api/register', account)).toMatchObject(refused)
    expect(
      await app.visitor().call('POST', `/api/users/${member.username}/followers`, { email }),
    ).toMatchObject(refused)
    expect(
      await app.context.db.selectFrom('follower_registry').where('email', '=', email).execute(),
    ).toEqual([])
  },
)

test('A domain whose name only ends like a blocked one is not blocked', async () => {
  const account = { username: 'bob', email: 'bob@nospam.example', password: 'correct horse' }
  expect((await app.visitor().call('POST', '/api/register', account)).status).toBe(201)
})
