import { expect, test } from 'vitest'
import { actWhileLocked } from '../../tests/database/waiting-transactions.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { hashPassword } from './passwords/passwords.ts'

const app = await openTestApp()
const { db, passwordCost } = app.context

// The embedded database has no second connection that could hold the lock.
test.runIf(onPostgres)(
  'A deletion of the account with a password that is changed meanwhile changes nothing',
  async () => {
    const member = await app.member()
    // The job of this mail locks the account, too.
    await app.mailbox.waitFor(({ to }) => to[0] === member.email)
    const password = await hashPassword('battery staple', passwordCost)
    const { id, username } = member
    const proof = { username, password: 'correct horse' }
    const response = await actWhileLocked(db, {
      lock: trx => trx.updateTable('users').set({ password }).where('id', '=', id).execute(),
      act: () => member.call('POST', '/api/user/delete', proof),
    })
    expect(response).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    const { body } = await member.call<{ email: string }>('GET', '/api/user')
    expect(body.email).toBe(member.email)
  },
)
