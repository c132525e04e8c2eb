import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { afterEach, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../tests/mailbox.ts'
import { onPostgres, openTestDatabase } from '../../tests/test-database.ts'
import { endWorker, orderDrop, spawnWorker } from '../../tests/worker-processes.ts'
import { countDeliveries } from './count-deliveries.ts'

const rate = 100
const audience = 400

let mailbox: Mailbox | null = null
afterEach(() => mailbox?.close())

// The embedded database belongs to one process.
test.runIf(onPostgres)(
  'Two workers share a drop: everybody gets it once, and MAIL_RATE holds for both together',
  async () => {
    const arrived: number[] = []
    const box = await startMailbox()
    mailbox = box
    box.behave({
      body: () => {
        arrived.push(performance.now())
        return 'accept'
      },
    })
    const delay = monitorEventLoopDelay({ resolution: 10 })
    const shared = await openTestDatabase()
    const dropId = await orderDrop(shared, audience)
    const settings = {
      SMTP_URL: box.url,
      DATABASE_URL: shared.url ?? '',
      MAIL_RATE: String(rate),
    }
    delay.enable()
    const workers = [spawnWorker(settings), spawnWorker(settings)]
    const { db } = shared
    const holders = new Set<string>()
    await expect
      .poll(
        async () => {
          const rows = await db
            .selectFrom('drop_notifications')
            .select('leased_by')
            .where('leased_by', 'is not', null)
            .execute()
          for (const { leased_by } of rows) holders.add(String(leased_by))
          return box.mails.length
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(audience)
    await Promise.all(workers.map(worker => endWorker(worker, 'SIGTERM')))
    expect(await countDeliveries(db, dropId)).toMatchObject({ sent: audience, audience })
    await shared.close()

    expect(holders.size).toBe(2)
    expect(new Set(box.mails.map(({ to }) => to[0])).size).toBe(audience)
    const mostInASecond = Math.max(
      ...arrived.map(from => arrived.filter(at => at >= from && at < from + 1000).length),
    )
    // What came while this process was held up is seen together, and a mail may leave 50 ms late.
    expect(mostInASecond).toBeLessThanOrEqual(rate * (1.1 + delay.max / 1e9))
  },
  60_000,
)
