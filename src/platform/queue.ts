import { fromKysely, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { OpenDatabase, Transaction } from './database.ts'
import type { Log } from './log.ts'

/** A kind of job: its name, what it carries and how the queue treats it. */
export type JobKind<Data extends object> = {
  name: string
  options: Omit<QueueOptions, 'name'>
  /** Only for the type. */
  data?: Data
}

export type Queue = {
  /** Orders a job inside a transaction: it exists if and only if the transaction commits. */
  send<Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    trx: Transaction,
    options?: SendOptions,
  ): Promise<void>
  /** Runs jobs of a kind, `concurrency` at a time. A job that throws is tried again as its kind says. */
  work<Data extends object>(
    kind: JobKind<Data>,
    handle: (data: Data, signal: AbortSignal) => Promise<void>,
    concurrency?: number,
  ): Promise<void>
  /** Runs a kind every minute or rarer, by a cron expression in UTC, once over all processes. */
  schedule(kind: JobKind<object>, cron: string): Promise<void>
  /** Stops fetching and waits for running jobs, at most ten seconds. */
  stop(): Promise<void>
}

type SendOptions = { priority?: number; startAfter?: Date; singletonKey?: string }

/** Opens the job queue inside the app's own database. `works` also supervises it. */
export async function openQueue(
  { jobs }: OpenDatabase,
  kinds: JobKind<object>[],
  { works, log }: { works: boolean; log: Log },
): Promise<Queue> {
  const boss = new PgBoss({
    ...jobs,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Notices of new jobs come at once; polling stays as the floor.
    useListenNotify: works,
    reindex: false,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const { name, options } of kinds) {
    await boss.createQueue(name, options)
    // pg-boss looks an unknown queue up on its own connection; inside an open transaction on the
    // one-connection embedded database that waits for ever. This look-up fills its cache first.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
  return {
    async send(kind, data, trx, options = {}) {
      await boss.send(kind.name, data, { ...options, db: fromKysely(trx) })
    },
    async work(kind, handle, concurrency = 1) {
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }
      for (let number = 0; number < concurrency; number++) {
        let worker = ''
        worker = await boss.work<never>(kind.name, options, async ([job]) => {
          if (job) await handle(job.data, job.signal)
          // Where one job was there may be more: pg-boss would sleep before it looks again.
          boss.notifyWorker(worker)
        })
      }
    },
    async schedule(kind, cron) {
      await boss.schedule(kind.name, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
