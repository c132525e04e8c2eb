import { setTimeout } from 'node:timers/promises'
import { fromKysely, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { OpenDatabase, Transaction } from './database.ts'
import type { Log } from './log.ts'

/** One kind of background job: how the queue treats it and what it does. */
export type Job<Context, Data extends object> = {
  name: string
  options: Omit<QueueOptions, 'name'>
  /** Cron expression in UTC, once a minute at most; the job runs once over all processes. */
  schedule?: string
  /** Whether a worker orders one when it starts. */
  runAtStart?: boolean
  /** How many run at once in one process; 1 unless given. */
  concurrency?: number
  /** Must be safe to run twice. A job that throws is tried again as `options` say. */
  run(context: Context, data: Data, signal: AbortSignal): Promise<void>
}

/** Only for the types: `Context` and `Data` are inferred from `run`. */
export const defineJob = <Context, Data extends object>(
  job: Job<Context, Data>,
): Job<Context, Data> => job

/** What the queue needs to know about a job it does not run. */
export type JobDefinition = Pick<
  Job<never, never>,
  'name' | 'options' | 'schedule' | 'runAtStart' | 'concurrency'
>

export type Queue = {
  /** Orders a job inside a transaction: it exists if and only if the transaction commits. */
  send<Data extends object>(
    job: Job<never, Data>,
    data: Data,
    trx: Transaction,
    options?: { priority?: number; startAfter?: Date },
  ): Promise<void>
  /** Starts running a job's orders in this process, and its schedule. */
  work<Context>(job: Job<Context, never>, context: Context): Promise<void>
  /** Stops fetching and waits for running jobs, at most ten seconds. */
  stop(): Promise<void>
}

/** Opens the job queue inside the app's own database. With `works` this process also supervises it. */
export async function openQueue(
  { jobs: connection }: OpenDatabase,
  jobs: readonly JobDefinition[],
  { works, log }: { works: boolean; log: Log },
): Promise<Queue> {
  const boss = new PgBoss({
    ...connection,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Notifications of new jobs arrive at once; polling is the fallback.
    useListenNotify: works && connection.db?.listen !== undefined,
    reindex: false,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const { name, options } of jobs) {
    await boss.createQueue(name, options)
    // pg-boss looks an unknown queue up on its own connection; inside an open transaction on the
    // one-connection embedded database that waits for ever. This look-up fills its cache first.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
  if (works) await removeUnknownSchedules(boss, jobs)
  return {
    async send(job, data, trx, options = {}) {
      await boss.send(job.name, data, { ...options, db: fromKysely(trx) })
    },
    async work(job, context) {
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }
      for (let number = 0; number < (job.concurrency ?? 1); number++) {
        let worker = ''
        worker = await boss.work<never>(job.name, options, async ([order]) => {
          if (order) await job.run(context, order.data, order.signal)
          // Where one job was there may be more: pg-boss would sleep before it looks again.
          boss.notifyWorker(worker)
        })
      }
      if (job.schedule) await boss.schedule(job.name, job.schedule)
      if (job.runAtStart) await boss.send(job.name, {})
    },
    async stop() {
      // Waited for here, because pg-boss itself looks only twice a second whether they have ended.
      const ended = Promise.all(jobs.map(({ name }) => boss.offWork(name)))
      await Promise.race([ended, setTimeout(9_000, null, { ref: false })])
      await boss.stop({ timeout: 1_000 })
    },
  }
}

/** Schedules live in the database; those of jobs that were renamed or removed would fill their queues for ever. */
async function removeUnknownSchedules(boss: PgBoss, jobs: readonly JobDefinition[]) {
  const known = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name)
  }
}
