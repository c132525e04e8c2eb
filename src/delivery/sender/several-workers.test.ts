import type { ChildProcess } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { afterEach, expect, test } from 'vitest'
import { addMails, eachMail, statesOfMails } from '../../../tests/each-mail.ts'
import { type Mailbox, startMailbox } from '../../../tests/mailbox.ts'
import { createDrop, spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import { countDeliveries } from '../delivery.queries.ts'

const rate = 100
const audience = 400
/** Milliseconds to a time after the next Friday. */
const nextWeek = 8 * 24 * 60 * 60 * 1000

let mailbox: Mailbox | null = null
let workers: ChildProcess[] = []
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await mailbox?.close()
})

// The embedded database can be used by one process only.
test.runIf(onPostgres).each(eachMail)(
  'Two workers share the mails of the kind %s: everybody gets one, and MAIL_RATE holds for both together',
  async kind => {
    const arrived: number[] = []
    const box = await startMailbox()
    mailbox = box
    box.behave({
      body: () => {
        arrived.push(performance.now())
        return 'accept'
      },
    })
    const shared = await openTestDatabase()
    await addMails(shared, kind, audience, 0)
    const settings = {
      SMTP_URL: box.url,
      DATABASE_URL: shared.url ?? '',
      MAIL_RATE: String(rate),
    }
    workers = [spawnWorker(settings, nextWeek), spawnWorker(settings, nextWeek)]
    const { db } = shared
    const senders = new Set<string>()
    await expect
      .poll(
        async () => {
          const rows = await db
            .selectFrom(kind === 'drop' ? 'drop_notifications' : 'mails')
            .select('leased_by')
            .where('leased_by', 'is not', null)
            .execute()
          for (const { leased_by } of rows) senders.add(String(leased_by))
          return box.mails.length
        },
        { interval: 50 },
      )
      .toBe(audience)
    await Promise.all(workers.map(worker => stopWorker(worker, 'SIGTERM')))
    expect(await statesOfMails(db)).toEqual({ sent: audience })
    await shared.close()

    expect(senders.size).toBe(2)
    expect(new Set(box.mails.map(({ to }) => to[0])).size).toBe(audience)
    const mostInASecond = Math.max(
      ...arrived.map(from => arrived.filter(at => at >= from && at < from + 1000).length),
    )
    // Late mails of a busy machine arrive with the next ones. Two workers with a rate each would send twice as many.
    expect(mostInASecond).toBeLessThan(rate * 1.5)
  },
  180_000,
)

test.runIf(onPostgres)(
  'A worker whose clock is 25 s ahead does not send what another is sending',
  async () => {
    const called: string[] = []
    const answered = Promise.withResolvers<void>()
    const box = await startMailbox({
      onRcptTo({ address }, _, done) {
        called.push(address)
        if (address.startsWith('slow')) void answered.promise.then(() => done())
        else done()
      },
    })
    mailbox = box
    const shared = await openTestDatabase()
    const settings = { SMTP_URL: box.url, DATABASE_URL: shared.url ?? '' }
    const slow = await createDrop(shared, 15, 'slow')
    workers = [spawnWorker(settings)]
    const connections = 10
    await expect.poll(() => called.length).toBe(connections)
    // The drop has more mails than the first worker claims, so that the second has shown that it looks for work.
    const quick = await createDrop(shared, 300, 'quick')
    workers.push(spawnWorker(settings, 25_000))
    await expect.poll(() => box.mails.length > 0 || called.length > connections).toBe(true)
    answered.resolve()
    const sentOf = async (dropId: number) => (await countDeliveries(shared.db, dropId)).sent
    await expect.poll(() => sentOf(slow)).toBe(15)
    await expect.poll(() => sentOf(quick)).toBe(300)
    await Promise.all(workers.map(worker => stopWorker(worker, 'SIGTERM')))
    await shared.close()
    expect(called.toSorted()).toEqual([...new Set(called)].sort())
  },
  240_000,
)
