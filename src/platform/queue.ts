import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { fromKysely, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { Config } from './config/config.ts'
import type { OpenDatabase, Transaction } from './database.ts'
import { currentRequestId, inLogScope, type Log } from './log/log.ts'

export type Job<Context, Data extends object> = {
  name: string
  options: Omit<QueueOptions, 'name' | 'notify'>
  /** Cron expression in UTC, once a minute at most; the job runs once over all processes. */
  schedule?: string
  runAtStart?: boolean
  concurrency?: number
  /** Must be idempotent. A job that throws is retried according to `options`. */
  run(context: Context, data: Data, signal: AbortSignal): Promise<void>
}

/** Thrown by a job that has to wait: it is retried like after a failure, and not logged as one. */
export class JobPostponed extends Error {}

/** Exists for the types: `Context` and `Data` are inferred from `run`. */
export const defineJob = <Context, Data extends object>(
  job: Job<Context, Data>,
): Job<Context, Data> => job

/** One is queued or running at a time, over all processes, and the next minute's run replaces a retry. */
export const everyMinute = {
  options: {
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 2 * 60,
    deleteAfterSeconds: 60 * 60,
  },
  schedule: '* * * * *',
} satisfies Partial<JobDefinition>

type JobDefinition = Pick<
  Job<never, never>,
  'name' | 'options' | 'schedule' | 'runAtStart' | 'concurrency'
>

export type Queue = {
  /** Enqueues a job inside a transaction: it exists if and only if the transaction commits. */
  send<Data extends object>(
    job: Job<never, Data>,
    data: Data,
    trx: Transaction,
    options?: { priority?: number; startAfter?: Date },
  ): Promise<void>
  work<Context>(job: Job<Context, never>, context: Context): Promise<void>
  /** Stops fetching jobs, aborts the signals of running ones, and waits at most eight seconds for them. */
  stop(): Promise<void>
}

type QueueSettings = Pick<Config, 'works' | 'databaseEngine' | 'databaseListens'>

/** A job's data in the queue. The request that enqueued it is named in the job's log lines. */
type Payload = { requestId?: string | undefined }

/** Inside the app's own database. With `works` this process also supervises it and stores the schedules of its jobs. */
export async function openQueue(
  { jobs: connection }: OpenDatabase,
  jobs: readonly JobDefinition[],
  { works, databaseEngine, databaseListens }: QueueSettings,
  log: Log,
): Promise<Queue> {
  const boss = new PgBoss({
    db: connection,
    backend: databaseEngine,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Notifications of new jobs arrive at once; polling is the fallback.
    useListenNotify: works && databaseListens && connection.listen !== undefined,
    reindex: false,
    // No job waits for another one. The default is every 5 seconds.
    flowIntervalSeconds: 60 * 60,
  })
  // An outage, in which every worker fails every second, is one line a minute: see log-outages.ts.
  boss.on('error', error => log.error({ err: error }, 'job queue'))
  await boss.start()
  await upsertQueues(boss, jobs)
  if (works) await upsertSchedules(boss, jobs)
  const stopping = new AbortController()
  return {
    async send(job, data, trx, options = {}) {
      const payload: Payload = { ...data, requestId: currentRequestId() }
      await boss.send(job.name, payload, { ...options, db: fromKysely(trx) })
    },
    async work(job, context) {
      for (let number = 0; number < (job.concurrency ?? 1); number++) {
        const options = {
          pollingIntervalSeconds: 1,
          // New jobs are notified, retries are not: one worker looks for them often, unless the job is
          // scheduled and so runs again anyway.
          notifyPollingIntervalSeconds: job.schedule || number > 0 ? 30 : 5,
        }
        let worker = ''
        worker = await boss.work<Payload>(job.name, options, async ([fetched]) => {
          if (fetched) {
            const { requestId, ...data } = fetched.data ?? {}
            const signal = AbortSignal.any([fetched.signal, stopping.signal])
            await inLogScope({ requestId, job: job.name }, async () => {
              try {
                await job.run(context, data as never, signal)
              } catch (error) {
                // A job that is interrupted by the stop of the process runs again later.
                if (!stopping.signal.aborted && !(error instanceof JobPostponed))
                  log.error({ err: error }, 'a job failed')
                throw error
              }
            })
          }
          // There may be more jobs, and pg-boss would sleep before it fetches again.
          boss.notifyWorker(worker)
        })
      }
      if (job.runAtStart) await boss.send(job.name, {})
    },
    async stop() {
      stopping.abort()
      // Awaited here, because pg-boss polls only twice a second for their end.
      const ended = Promise.all(jobs.map(({ name }) => boss.offWork(name)))
      await Promise.race([ended, setTimeout(7_000, null, { ref: false })])
      await boss.stop({ timeout: 1_000 })
    },
  }
}

/** Options that a job leaves out stay. Without the comparison each start would wait for a hundred statements. */
async function upsertQueues(boss: PgBoss, jobs: readonly JobDefinition[]) {
  const queues = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const { name, options } of jobs) {
    const queue = queues.get(name)
    // The policy of an existing queue cannot change: a job that needs another one gets another name.
    const { policy, ...changeable } = { ...options, notify: true }
    if (!queue) await boss.createQueue(name, { policy, ...changeable })
    else if (isDeepStrictEqual({ ...queue, ...changeable }, { ...queue })) continue
    else await boss.updateQueue(name, changeable)
    // pg-boss looks up a queue that is new or changed since its start on its own connection; inside an
    // open transaction on the one-connection embedded database that waits for ever. This look-up fills
    // its cache first.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
}

/**
 * Schedules are stored in the database; those of renamed or removed jobs would fill their queues forever.
 * One that was stored less than a day ago stays, because during a deploy it can belong to a newer release.
 */
async function upsertSchedules(boss: PgBoss, jobs: readonly JobDefinition[]) {
  for (const { name, schedule } of jobs) if (schedule) await boss.schedule(name, schedule)
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
  for (const { name, updatedOn } of await boss.getSchedules()) {
    const isRecent = Date.now() - updatedOn.getTime() < 24 * 60 * 60 * 1000
    if (!scheduled.has(name) && !isRecent) await boss.unschedule(name)
  }
}
