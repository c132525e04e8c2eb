import { expect, test } from 'vitest'
import { day, openTestApp, runJob } from '../../tests/test-app.ts'
import { openLog } from '../platform/log/log.ts'
import { suppress } from './mailboxes/suppression.ts'
import { controlMail } from './pausing/mail-controls.ts'
import { purgeMails } from './purge-mails.job.ts'

const app = await openTestApp()

test('Suppressions are deleted when they have ended, and only then', async () => {
  const { db, clock } = app.context
  const until = (days: number) => new Date(clock.now().getTime() + days * day)
  await suppress(db, 'gone@fans.test', 'hard', '5.1.1')
  await suppress(db, 'spam@fans.test', 'complaint', 'abuse')
  // The suppressions are more than one batch.
  for (let n = 0; n < 1_200; n++)
    await suppress(db, `full${n}@fans.test`, 'soft', '5.2.2', until(14))
  await suppress(db, 'later@fans.test', 'soft', '5.2.2', until(20))
  let lines = ''
  const log = openLog('info', { write: line => (lines += line) })
  const purged = async () => {
    await runJob(purgeMails, { ...app.context, log }, {})
    const rows = await db.selectFrom('suppressed_addresses').select('email').execute()
    return rows.map(({ email }) => email).sort()
  }
  expect(await purged()).toHaveLength(1_203)
  app.pass(15 * day)
  expect(lines).toContain('"suppressions":0')
  expect(await purged()).toEqual(['gone@fans.test', 'later@fans.test', 'spam@fans.test'])
  expect(lines).toContain('"suppressions":1200')
})

test('A member whose confirmation mail waited in vain for a month is told so', async () => {
  const { db, clock } = app.context
  await controlMail(db, 'pause', clock.now())
  const { username } = await app.member()
  const unsent = async () => {
    await runJob(purgeMails, app.context, {})
    return db
      .selectFrom('users')
      .leftJoin('mails', 'user_id', 'users.id')
      .select(['email_unsent', 'kind'])
      .where('username', '=', username)
      .execute()
  }
  app.pass(29 * day)
  expect(await unsent()).toEqual([{ email_unsent: false, kind: 'confirm-email' }])
  app.pass(day)
  expect(await unsent()).toEqual([{ email_unsent: true, kind: null }])
  await controlMail(db, 'resume', clock.now())
})
