import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import { onPostgres } from '../../tests/test-database.ts'
import { waitingTransactions } from '../../tests/waiting-transactions.ts'
import { hashPassword } from './passwords/passwords.ts'

const app = await openTestApp()
const { db, passwordCost } = app.context

const calls = [
  ['POST', '/api/user/delete', (username: string) => ({ username, password: 'correct horse' })],
  ['POST', '/api/user/email', () => ({ email: 'other@mail.test', password: 'correct horse' })],
] as const

// Only a server has a second connection that can hold the lock.
test.runIf(onPostgres).each(calls)(
  '%s %s with a password that is changed meanwhile changes nothing',
  async (method, path, bodyOf) => {
    const member = await app.member()
    // Whose job locks the account, too.
    await app.mailbox.waitFor(({ to }) => to[0] === member.email)
    const password = await hashPassword('battery staple', passwordCost)
    const [response] = await db.transaction().execute(async trx => {
      await trx
        .updateTable('users')
        .set({ password })
        .where('username', '=', member.username)
        .execute()
      const called = member.call(method, path, bodyOf(member.username))
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      // Not awaited here: it goes on when this transaction has ended.
      return [called]
    })
    expect(await response).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    const { body } = await member.call<{ email: string }>('GET', '/api/user')
    expect(body.email).toBe(member.email)
  },
)
