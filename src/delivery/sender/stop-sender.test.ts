import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDrop } from '../../../tests/processes/worker-processes.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import type { MailContext } from '../../mail/define-mail.ts'
import type { Transport } from '../../mail/mail.ts'
import { openMailFlow } from '../../mail/pausing/mail-flow.ts'
import { createSendRateLimiter } from '../../mail/sender/send-rate-limit.ts'
import { startSender } from '../../mail/sender/sender.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openLog } from '../../platform/log/log.ts'
import { enqueueRecipients } from '../enqueue-recipients.ts'
import { createDropLedger } from './drop-ledger.ts'

// The embedded database has one connection, on which a claim cannot wait for another transaction.
test.runIf(onPostgres)(
  'A sender that is stopped while it claims releases what it gets',
  async () => {
    const database = await openTestDatabase()
    const { db } = database
    const config = readConfig({ DATABASE_URL: database.url ?? '' })
    const log = openLog('silent')
    const linkKey = createSecretKey(randomBytes(32))
    const enqueueing = { db, config, linkKey, clock: systemClock, log, notifySender() {} }
    await enqueueRecipients(
      enqueueing,
      await createDrop(database, 20),
      new AbortController().signal,
    )

    const sent: unknown[] = []
    const transport: Transport = {
      connections: 10,
      async send(mail) {
        sent.push(mail)
        return { kind: 'sent', response: '' }
      },
      async close() {},
    }
    const context = {
      ...enqueueing,
      mailFlow: await openMailFlow({ db, log }, transport),
      rateLimiter: createSendRateLimiter(db, null),
      linkKey: createSecretKey(randomBytes(32)),
    }
    const stopped = await db.transaction().execute(async trx => {
      await sql`lock table drop_notifications in access exclusive mode`.execute(trx)
      const mailContext = context as unknown as MailContext
      const sender = startSender(mailContext, [createDropLedger(mailContext)])
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks
        where relation = 'drop_notifications'::regclass and not granted`.execute(trx)
        return rows[0]?.count
      }
      await expect.poll(waiting).toBe(1)
      return { end: sender.stop() }
    })
    await stopped.end
    context.mailFlow.stop()
    expect(sent).toEqual([])
    const left = await db.selectFrom('drop_notifications').select(['status', 'leased_by']).execute()
    expect(left).toEqual(Array(20).fill({ status: 'pending', leased_by: null }))
    await database.close()
  },
)
