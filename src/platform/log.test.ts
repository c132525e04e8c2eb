import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import { sendAccountMail } from '../mail/account-mail.ts'
import { openTransport } from '../mail/open-transport.ts'
import { createSendRateLimiter } from '../mail/send-rate-limit.ts'
import { resetPasswordMail } from '../members/passwords/reset-password-mail.tsx'
import { openLog } from './log.ts'

const app = await openTestApp()
let lines = ''
const log = openLog('info', {
  write(line) {
    lines += line
  },
})

test('A database error is logged without the values of its statement', async () => {
  const { db } = app.context
  const account = {
    username: 'ann',
    email: 'ann@mail.test',
    password: 'a hash',
    created_at: new Date(),
  }
  const insert = () => db.insertInto('users').values(account).execute()
  await insert()
  const error = await insert().catch(error => error)
  log.error({ err: error }, 'unexpected failure')
  expect(lines).toContain('users_username_key')
  expect(lines).toContain('23505')
  expect(lines).not.toContain('ann@mail.test')
  expect(lines).not.toContain('a hash')
})

test('A rejected mail is logged without its address, also when the server repeats the address', async () => {
  const { config } = app.context
  const transport = openTransport(config, log)
  app.mailbox.behave({ recipient: address => ({ code: 550, text: `<${address}>: no such user` }) })
  const worker = {
    ...app.context,
    log,
    transport,
    rateLimiter: createSendRateLimiter(app.context.db, null),
  }
  await sendAccountMail(worker, {
    kind: { name: 'reset-password' },
    to: 'bob@mail.test',
    requestedAt: new Date(),
    template: resetPasswordMail({
      brand: config.brand,
      username: 'bob',
      link: 'http://radr.test/reset-password?token=secret',
    }),
  })
  await transport.close()
  expect(lines).toContain('mail rejected')
  expect(lines).toContain('550')
  expect(lines).not.toMatch(/bob@mail\.test|secret/)
})

test('Thrown values that are no errors, and fields with secret names, are not logged', () => {
  log.warn({
    err: { email: 'eve@mail.test' },
    email: 'eve@mail.test',
    user: { token: 'eve-token' },
  })
  expect(lines).not.toMatch(/eve@mail\.test|eve-token/)
})
