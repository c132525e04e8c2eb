import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'
import { renderMail } from '../../mail/layout/render-mail.tsx'
import { mailFields } from '../../mail/mail-fields.ts'
import { openTransport } from '../../mail/open-transport.ts'
import { openMailFlow } from '../../mail/pausing/mail-flow.ts'
import { resetPasswordMail } from '../../members/passwords/reset-password-mail.tsx'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
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

test('While the database does not respond, each cause is one line a minute, whatever fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const written: Record<string, unknown>[] = []
  const outageLog = openLog('info', { write: line => written.push(JSON.parse(line)) })
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  })
  const unavailable = () => new DatabaseUnavailable(refused)
  outageLog.error({ err: unavailable(), path: '/' }, 'unexpected failure')
  outageLog.warn({ err: new Error('a page', { cause: unavailable() }) }, 'a job failed')
  // pg-boss reports plain objects.
  outageLog.error({ err: { ...unavailable(), message: 'copied' } }, 'job queue')
  const timeout = { code: '57014', message: 'canceling statement due to statement timeout' }
  outageLog.error({ err: new DatabaseUnavailable(timeout) }, 'unexpected failure')
  expect(written).toMatchObject([
    {
      level: 50,
      msg: 'the database does not answer',
      code: 'ECONNREFUSED',
      reason: 'connect ECONNREFUSED 127.0.0.1:5432',
      failures: 1,
    },
    { code: '57014', reason: timeout.message, failures: 1 },
  ])
  expect(written).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(written[2]).toMatchObject({ level: 50, code: 'ECONNREFUSED', failures: 2 })
  expect(written).toHaveLength(3)
})

test('Rejected mails are logged once a minute, without their email, also when the server repeats it', async () => {
  const { config } = app.context
  const transport = openTransport(config, log)
  app.mailbox.behave({ recipient: address => ({ code: 550, text: `<${address}>: no such user` }) })
  const mailFlow = await openMailFlow({ db: app.context.db, log }, transport)
  const link = 'http://radr.test/reset-password?token=secret'
  const template = resetPasswordMail({ brand: config.brand, username: 'bob', link })
  const mail = {
    ...mailFields(config, 'reset-password'),
    to: { address: 'bob@mail.test' },
    ...renderMail(template, config.operator),
    messageId: '<bob@radr.test>',
    date: new Date(),
  }
  for (let n = 0; n < 3; n++) await mailFlow.send('reset-password', mail, { isTrial: false })
  mailFlow.stop()
  await transport.close()
  expect(lines.split('\n').filter(line => line.includes('no such user'))).toHaveLength(1)
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
