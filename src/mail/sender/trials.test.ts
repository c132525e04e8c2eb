import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { systemClock } from '../../platform/clock.ts'
import { openLog } from '../../platform/log/log.ts'
import type { MailContext } from '../define-mail.ts'
import type { Mail, Outcome, Transport } from '../mail.ts'
import type { MailKind } from '../mails.ts'
import { readMailFlow } from '../pausing/mail-flow.queries.ts'
import { openMailFlow } from '../pausing/mail-flow.ts'
import type { Ledger } from './ledger.ts'
import { createSendRateLimiter } from './send-rate-limit.ts'
import { startSender } from './sender.ts'

type Given = { kind: MailKind; mail: Mail; isDue?: () => boolean; write?: () => Promise<void> }

/** A ledger of one mail in memory; `write` may fail while it writes the outcome. */
function ledgerOf({ kind, mail, isDue = () => true, write }: Given): Ledger {
  const waiting = [
    { id: randomUUID(), kind, claimed_status: 'pending' as const, is_skipped: false, attempts: 0 },
  ]
  return {
    table: 'mails',
    hasPriority: kind !== 'drop',
    claim: async () => (isDue() ? waiting.splice(0) : []),
    async write(_, { outcomes, next }) {
      if (outcomes.length > 0) await write?.()
      return next
    },
    compose: async () => mail,
    async settle() {},
  }
}

test('A trial whose mail is in flight is not returned when the outcomes of other mails cannot be written', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const log = openLog('silent')
  const [refused, tried] = [simpleMail(1), simpleMail(2)]
  const trialSent = Promise.withResolvers<void>()
  const trialOutcome = Promise.withResolvers<Outcome>()
  const transport: Transport = {
    connections: 2,
    async send(mail) {
      if (mail === refused) return { kind: 'unavailable', reason: 'away' }
      trialSent.resolve()
      return trialOutcome.promise
    },
    async close() {},
  }
  const mailFlow = await openMailFlow({ db, log }, transport)
  onTestFinished(mailFlow.stop)

  let failedWrites = 0
  let isBroken = true
  const drops = ledgerOf({
    ...{ kind: 'drop', mail: refused },
    async write() {
      if (!isBroken) return
      failedWrites++
      throw new Error('The table cannot be written')
    },
  })
  const account = ledgerOf({ kind: 'confirm-email', mail: tried, isDue: mailFlow.isFailing })
  const rateLimiter = createSendRateLimiter(db, null)
  const context = { db, log, mailFlow, rateLimiter, clock: systemClock }
  const sender = startSender(context as unknown as MailContext, [account, drops])
  await trialSent.promise
  const failedBefore = failedWrites
  await expect.poll(() => failedWrites, { timeout: 10_000 }).toBeGreaterThan(failedBefore)
  expect((await readMailFlow(db)).waitMs).toBeGreaterThan(60_000)

  isBroken = false
  trialOutcome.resolve({ kind: 'sent', response: '' })
  await sender.stop()
  expect(await readMailFlow(db)).toMatchObject({ failing_since: null })
})

test('A sender of drops alone claims again after a notification that came while it had enough', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const log = openLog('silent')
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let sent = 0
  const transport: Transport = {
    connections: 1,
    async send() {
      started.resolve()
      await released.promise
      sent++
      return { kind: 'sent', response: '' }
    },
    async close() {},
  }
  const mailFlow = await openMailFlow({ db, log }, transport)
  onTestFinished(mailFlow.stop)
  const newRow = () => ({
    ...{ id: randomUUID(), kind: 'drop' as const, claimed_status: 'pending' as const },
    ...{ is_skipped: false, attempts: 0 },
  })
  const claims = [Array.from({ length: 100 }, newRow), [newRow()]]
  const drops = {
    ...ledgerOf({ kind: 'drop', mail: simpleMail(1) }),
    claim: async () => claims.shift() ?? [],
  }
  const rateLimiter = createSendRateLimiter(db, null)
  const context = { db, log, mailFlow, rateLimiter, clock: systemClock }
  const sender = startSender(context as unknown as MailContext, [drops])
  await started.promise
  sender.notify()
  released.resolve()
  await expect.poll(() => sent, { timeout: 10_000 }).toBe(101)
  await sender.stop()
})
