import type { ChildProcess } from 'node:child_process'
import { afterAll } from 'vitest'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { startMailbox } from '../mailbox.ts'
import { makeDataDir, onPostgres, openTestDatabase } from '../test-database.ts'
import { expireHeartbeats, expireLeases, spawnWorker, stopWorker } from './worker-processes.ts'

/**
 * A database and a mail server for one worker process at a time, which can be killed and started again.
 * Call it at the top of a test file; everything is closed after the file's last test.
 */
export async function openKillableWorker() {
  const mailbox = await startMailbox()
  const shared = onPostgres ? await openTestDatabase() : null
  const { dataDir, remove } = await makeDataDir()
  let worker: ChildProcess | null = null
  afterAll(async () => {
    worker?.kill('SIGKILL')
    await mailbox.close()
    await shared?.close()
    await remove()
  })

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (worker) await stopWorker(worker, signal)
  }

  return {
    mailbox,
    /** The number of emails that got a mail. */
    reached: () => new Set(mailbox.mails.map(({ to }) => to[0])).size,
    /** Starts the worker with its clock this many milliseconds ahead. */
    start(aheadMs: number) {
      const settings = { SMTP_URL: mailbox.url, DATA_DIR: dataDir, DATABASE_URL: shared?.url ?? '' }
      worker = spawnWorker(settings, aheadMs)
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
      if (!shared) return
      await expireLeases(shared.db)
      await expireHeartbeats(shared.db)
    },
    /** Call it only while no worker runs: the embedded database can be used by one process. */
    async withDatabase<T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> {
      if (shared) return use(shared)
      const database = await openDatabase({ databaseUrl: undefined, dataDir })
      try {
        return await use(database)
      } finally {
        await database.close()
      }
    },
  }
}
