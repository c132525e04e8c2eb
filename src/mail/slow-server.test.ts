import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { acceptingReplies, startScriptedSmtp } from '../../tests/servers/scripted-smtp.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { confirmEmailMail } from '../members/email/confirm-email-mail.tsx'
import { openQueue } from '../platform/queue.ts'
import { defineMailJob, sendAccountMail } from './account-mail.ts'
import { maxSendMs } from './mail.ts'
import { openMailFlow } from './mail-flow.ts'
import { createSendRateLimiter } from './send-rate-limit.ts'
import { openSmtp } from './smtp/smtp-transport.ts'

const app = await openTestApp()

test('An account mail that a server takes slowly in every phase is sent once, however often its job is tried', async () => {
  // The times of the transport and of the job, a hundredth as long as in operation.
  const total = maxSendMs / 100
  // With six replies the first connection takes longer than a mail may, the second not.
  const waits = [0.25 * total, 0.05 * total]
  const server = await startScriptedSmtp(acceptingReplies, { waits })
  const transport = openSmtp({
    url: server.url,
    log: app.context.log,
    timeouts: { total },
  })
  const template = confirmEmailMail({
    brand: 'Radr',
    username: 'slow',
    link: 'http://radr.test/link',
  })
  const mail = {
    kind: { name: 'test-drop' },
    to: 'slow@mail.test',
    requestedAt: new Date(),
    template,
  }
  const defined = defineMailJob({
    name: 'test-drop',
    async run(context) {
      await sendAccountMail(context, mail)
    },
  })
  const expireInSeconds = Math.ceil((defined.options.expireInSeconds ?? 0) / 100)
  const job = { ...defined, options: { ...defined.options, expireInSeconds, retryDelay: 1 } }

  const database = await openTestDatabase()
  const { db } = database
  const queue = await openQueue(database, [job], { works: true, log: app.context.log })
  const rateLimiter = createSendRateLimiter(db, null)
  const mailFlow = await openMailFlow({ db, log: app.context.log }, transport)
  await queue.work(job, { ...app.context, db, queue, mailFlow, rateLimiter })
  await db.transaction().execute(trx => queue.send(job, {}, trx))
  const state = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'test-drop'`.execute(db)
    return rows.map(row => row.state)
  }
  await expect.poll(state).toEqual(['completed'])
  expect(server.connections()).toBeGreaterThan(1)
  expect(server.bodies()).toBe(1)
  mailFlow.stop()
  await queue.stop()
  await transport.close()
  await database.close()
})
