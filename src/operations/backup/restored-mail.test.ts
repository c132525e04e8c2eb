// @module-tag resilience
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres } from '../../../scripts/temporary-postgres.ts'
import { type Reply, startMailbox } from '../../../tests/mailbox.ts'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { createDrop, spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { createEmptyDatabase, onPostgres } from '../../../tests/test-database.ts'
import { countDeliveries } from '../../delivery/delivery.queries.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { pluralize } from '../../ui/text/format.ts'

// FOLLOWERS=5000 runs the test at full size.
const followers = Number(process.env.FOLLOWERS ?? 900)
const connections = 10

test.runIf(onPostgres).each([
  { skips: false, command: ['mail', 'resume'] },
  { skips: true, command: ['mail', 'resume', '--skip-unfinished'] },
])(
  'After a restore in the middle of a drop the operator chooses who gets it: $command',
  async ({ skips, command }) => {
    const mailbox = await startMailbox()
    onTestFinished(mailbox.close)
    const received = () => mailbox.mails.map(({ to }) => to[0])
    const settings = { SMTP_URL: mailbox.url, OUTSIDE_SERVICES: 'off' }

    const lost = await createEmptyDatabase()
    onTestFinished(lost.drop)
    const source = await openPostgres(lost.url)
    const dropId = await createDrop(source, followers)
    await source.close()
    const dumped = Promise.withResolvers<void>()
    const destroyed = Promise.withResolvers<void>()
    mailbox.behave({
      async body(): Promise<Reply> {
        if (mailbox.mails.length >= followers / 3) await dumped.promise
        if (mailbox.mails.length >= (2 * followers) / 3) await destroyed.promise
        return 'accept'
      },
    })
    const destroyedWorker = spawnWorker({ ...settings, DATABASE_URL: lost.url })
    await mailbox.waitFor(followers / 3)
    const restored = await createEmptyDatabase()
    onTestFinished(restored.drop)
    await copy(lost.url, restored.url)
    dumped.resolve()
    await mailbox.waitFor((2 * followers) / 3)
    await stopWorker(destroyedWorker, 'SIGKILL')
    destroyed.resolve()

    // As docs/operate.md says.
    const database = { ...settings, DATABASE_URL: restored.url }
    const radr = (...args: string[]) => runCommand(args, { ...database, DATA_DIR: '/nonexistent' })
    expect((await radr('mail', 'pause')).code).toBe(0)
    const worker = spawnWorker(database)
    onTestFinished(() => stopWorker(worker, 'SIGTERM'))
    const copied = await openPostgres(restored.url)
    onTestFinished(copied.close)
    const states = () => countDeliveries(copied.db, dropId)
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ audience: followers })
    const { sent } = await states()
    const unfinished = `${pluralize(followers - sent, 'mail')} of @star #1`
    expect((await radr('mail', 'status')).output).toContain(
      `these may have been sent since the backup: ${unfinished}.`,
    )
    const beforeRestore = new Set(received())
    const { output } = await radr(...command)
    expect(output).toContain('Mail is resumed.')
    expect(output.includes(`Ended without being sent: ${unfinished}.`)).toBe(skips)
    const rest = followers - sent
    await expect
      .poll(states, { timeout: 60_000 })
      .toMatchObject(
        skips ? { sent, skipped: rest, pending: 0, sending: 0 } : { sent: followers, skipped: 0 },
      )

    const missing = followers - new Set(received()).size
    const doubled = received().length - new Set(received()).size
    if (skips) {
      expect(doubled).toBe(0)
      expect(missing).toBe(followers - beforeRestore.size)
    } else {
      expect(missing).toBe(0)
      expect(doubled).toBe(beforeRestore.size - sent)
    }
    expect(beforeRestore.size - sent).toBeGreaterThan(followers / 4 - connections)
  },
  180_000,
)

async function copy(from: string, to: string) {
  const bin = (await findPostgres()) ?? ''
  const { stdout } = await promisify(execFile)(
    join(bin, 'pg_dump'),
    ['--no-owner', '--dbname', from],
    { maxBuffer: 2 ** 28 },
  )
  const restoring = promisify(execFile)(join(bin, 'psql'), ['--quiet', '--output=/dev/null', to])
  restoring.child.stdin?.end(stdout)
  await restoring
}
