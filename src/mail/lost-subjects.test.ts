import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { saveTracks } from '../../tests/drop-audience.ts'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { accountParts } from '../app/account-parts.ts'
import { countRows } from '../app/monitoring/count-rows.ts'
import { mailWeekly } from '../delivery/digest/weekly-mail.job.ts'
import { mailReminder } from '../drops/reminder/send-reminder.job.ts'
import { mailTestDrop } from '../drops/test-drop.job.ts'
import { mailFollowConfirmation } from '../follows/confirmation/confirm-follow.job.ts'
import { mailStopped } from '../follows/unsubscribing/stopped-mail.job.ts'
import { eraseAccount } from '../members/deletion/delete-account.ts'
import { mailEmailConfirmation } from '../members/email/confirm-email.job.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { mailPasswordReset } from '../members/passwords/reset-password.job.ts'
import { type Job, JobPostponed } from '../platform/queue.ts'
import { defineMailJob, type MailContext } from './account-mail.ts'
import { openMailFlow } from './mail-flow.ts'
import { accountMails, weeklyMail } from './mail-limits.ts'
import { createSendRateLimiter } from './send-rate-limit.ts'
import { openSmtp } from './smtp/smtp-transport.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

const app = await openTestApp()
const { context } = app
const errors = vi.spyOn(context.log, 'error')
const transport = openSmtp({ url: app.mailbox.url, log: context.log })
const mailFlow = await openMailFlow(context, transport)
const mailContext = { ...context, mailFlow, rateLimiter: createSendRateLimiter(context.db, null) }
beforeEach(() => errors.mockClear())
afterAll(async () => {
  mailFlow.stop()
  await transport.close()
})

const kinds = [...accountMails, weeklyMail]

/** Until the job that removes the rows runs. */
async function deleteBeforeRemoval(_: Member, userId: number) {
  const queue = { send: async () => {} }
  await context.db
    .transaction()
    .execute(trx => eraseAccount({ queue, clock: context.clock, accountParts }, trx, userId))
}

async function deleteAndRemove(member: Member) {
  const body = { username: member.username, password: 'correct horse' }
  expect((await member.call('POST', '/api/user/delete', body)).status).toBe(204)
  await drainQueue(app, 'remove-account')
}

test.each([
  ['is deleted', deleteBeforeRemoval],
  ['was removed with its rows', deleteAndRemove],
])(
  'Every mail that waits is done without an error or a mail when its account, follow or drop %s',
  async (_what, deleteAccount) => {
    await sql`delete from pgboss.job where name = any(${kinds}::text[])`.execute(context.db)
    const member = await app.member()
    await saveTracks(member, 1)
    for (const kind of kinds) await drainQueue(app, kind)
    const { id: userId } = await findMemberByName(context.db, member.username)
    const requestedAt = context.clock.now().toISOString()
    const gone = 2_000_000_000
    await enqueue(mailEmailConfirmation, { userId, confirmationId: gone })
    await enqueue(mailPasswordReset, { userId })
    await enqueue(mailPasswordReset, { userId, resetId: gone })
    await enqueue(mailTestDrop, { userId, testDropId: await addTestDrop(userId) })
    await enqueue(mailTestDrop, { userId, testDropId: gone })
    await enqueue(mailReminder, { userId, afterDrop: 0, requestedAt })
    await enqueue(mailFollowConfirmation, { followId: gone, requestedAt })
    await enqueue(mailStopped, { subscriberId: gone, requestedAt })
    await enqueue(mailWeekly, { deliveryIds: [gone] })
    expect(await waitingMails()).toMatchObject({ account: 8, weekly: 1 })

    app.mailbox.clear()
    await deleteAccount(member, userId)
    for (const kind of kinds) await drainQueue(app, kind)
    expect(await waitingMails()).toMatchObject({ account: 0, weekly: 0 })
    const { rows } = await sql<{ name: string; state: string }>`
    select distinct name, state::text from pgboss.job where name = any(${kinds}::text[])`.execute(
      context.db,
    )
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(kinds))
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['completed']))
    expect(errors.mock.calls).toEqual([])
    expect(app.mailbox.mails.map(({ to }) => to)).toEqual([])
  },
)

test('A mail whose job fails is given up after twenty tries, one that waits for the mail server is not', async () => {
  const defect = new TypeError('a defect')
  const failing = attemptsOf(async () => {
    throw defect
  })
  for (let attempt = 1; attempt < 20; attempt++) await expect(failing()).rejects.toBe(defect)
  await failing()
  expect(errors).toHaveBeenCalledExactlyOnceWith({ err: defect }, expect.any(String))

  const waiting = attemptsOf(async () => {
    throw new JobPostponed('later')
  })
  for (let attempt = 1; attempt < 30; attempt++)
    await expect(waiting()).rejects.toBeInstanceOf(JobPostponed)
})

async function addTestDrop(userId: number) {
  const values = { user_id: userId, note: 'Hi', requested_at: context.clock.now() }
  const added = context.db.insertInto('test_drops').values(values).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

/** As if it waited for the mail server: it runs when the queue is drained. */
const enqueue = <Data extends object>(job: Job<MailContext, Data>, data: Data) =>
  context.db
    .transaction()
    .execute(trx =>
      context.queue.send(job, data, trx, { startAfter: new Date(Date.now() + 60 * 60 * 1000) }),
    )

async function waitingMails() {
  const { radr_mails_waiting } = await countRows(context.db, context.clock.now())
  return Object.fromEntries(radr_mails_waiting.map(({ kind, count }) => [kind, count]))
}

/** Returns a function that tries one job of a mail again. */
function attemptsOf(run: () => Promise<void>) {
  const job = defineMailJob({ name: 'test-drop', run })
  const id = randomUUID()
  return () => job.run(mailContext, {}, new AbortController().signal, id)
}
