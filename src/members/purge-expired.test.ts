import { expect, test } from 'vitest'
import { day, hour, openTestApp, runJob } from '../../tests/test-app.ts'
import { createLink } from '../mail/links/one-time-links.ts'
import { emailConfirmation, passwordReset } from './mailed-links.ts'
import { purgeExpired } from './purge-expired.job.ts'

const app = await openTestApp()

const tables = ['sessions', 'password_resets', 'email_confirmations'] as const
const countRows = (userId: number) =>
  Promise.all(
    tables.map(async table => {
      const rows = app.context.db.selectFrom(table).select('id').where('user_id', '=', userId)
      return (await rows.execute()).length
    }),
  )

test('Sessions and links are deleted when they are of no use any more, and not before', async () => {
  const { db, clock } = app.context
  const { id, email } = await app.member()
  await app.mailbox.waitFor(mail => mail.to.includes(email))
  await createLink(db, passwordReset, id, clock.now())
  await createLink(db, emailConfirmation, id, clock.now())
  for (const [passed, left] of [
    [0, [1, 1, 2]],
    [hour, [1, 1, 2]],
    [day, [1, 1, 2]],
    [30 * day, [0, 0, 2]],
    [70 * day, [0, 0, 0]],
  ] as const) {
    app.pass(passed)
    await runJob(purgeExpired, app.context, {})
    expect(await countRows(id)).toEqual(left)
  }
})
