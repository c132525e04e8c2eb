import { setTimeout } from 'node:timers/promises'
import { fromKysely, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import type { OpenDatabase, Transaction } from './database.ts'
import { currentRequestId, inLogScope, type Log } from './log.ts'

/** A background job: its options in the queue and what it does. */
export type Job<Context, Data extends object> = {
  name: string
  options: Omit<QueueOptions, 'name'>
  /** Cron expression in UTC, once a minute at most; the job runs once over all processes. */
  schedule?: string
  /** Whether it is enqueued when a worker starts. */
  runAtStart?: boolean
  /** How many run concurrently in one process; 1 by default. */
  concurrency?: number
  /** Must be idempotent. A job that throws is retried according to `options`. */
  run(context: Context, data: Data, signal: AbortSignal): Promise<void>
}

/** Only for the types: `Context` and `Data` are inferred from `run`. */
export const defineJob = <Context, Data extends object>(
  job: Job<Context, Data>,
): Job<Context, Data> => job

/**
 * For a job that runs every minute: one is queued or running at a time, over all processes, and the next
 * minute's run replaces a retry.
 */
export const everyMinute = {
  options: {
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 2 * 60,
    deleteAfterSeconds: 60 * 60,
    notify: true,
  },
  schedule: '* * * * *',
} satisfies Partial<JobDefinition>

/** What enqueuing a job needs. */
export type JobDefinition = Pick<
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
  /** Starts to run a job, and its schedule, in this process. */
  work<Context>(job: Job<Context, never>, context: Context): Promise<void>
  /** Stops fetching jobs, aborts the signals of running ones, and waits at most eight seconds for them. */
  stop(): Promise<void>
}

/** A job's data in the queue. The request that enqueued it is named in the job's log lines. */
type Order = { requestId?: string | undefined }

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
  boss.on('error', logRarely(log))
  await boss.start()
  await createQueues(boss, jobs)
  if (works) await removeUnknownSchedules(boss, jobs)
  const stopping = new AbortController()
  return {
    async send(job, data, trx, options = {}) {
      const order: Order = { ...data, requestId: currentRequestId() }
      await boss.send(job.name, order, { ...options, db: fromKysely(trx) })
    },
    async work(job, context) {
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }
      for (let number = 0; number < (job.concurrency ?? 1); number++) {
        let worker = ''
        worker = await boss.work<Order>(job.name, options, async ([order]) => {
          if (order) {
            const { requestId, ...data } = order.data ?? {}
            const signal = AbortSignal.any([order.signal, stopping.signal])
            await inLogScope({ requestId, job: job.name }, () =>
              job.run(context, data as never, signal),
            )
          }
          // There may be more jobs, and pg-boss would sleep before it fetches again.
          boss.notifyWorker(worker)
        })
      }
      if (job.schedule) await boss.schedule(job.name, job.schedule)
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

/** Creates missing queues and gives existing ones the options of this release. */
async function createQueues(boss: PgBoss, jobs: readonly JobDefinition[]) {
  const queues = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const { name, options } of jobs) {
    const queue = queues.get(name)
    // The policy of an existing queue cannot change: a job that needs another one gets another name.
    const { policy: _, ...changeable } = options
    if (!queue) await boss.createQueue(name, options)
    else if (!hasOptions(queue, { ...queueDefaults, ...changeable }))
      await boss.updateQueue(name, { ...queueDefaults, ...changeable })
    // pg-boss looks an unknown queue up on its own connection; inside an open transaction on the
    // one-connection embedded database that waits for ever. This look-up fills its cache first.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
}

const hasOptions = (queue: object, options: object) => {
  const stored = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(options).every(([name, value]) => (stored.get(name) ?? null) === value)
}

/** The defaults of pg-boss: `updateQueue` leaves options that are not given as they were. */
const queueDefaults = {
  retryLimit: 2,
  retryDelay: 0,
  retryBackoff: false,
  retryDelayMax: null,
  expireInSeconds: 15 * 60,
  retentionSeconds: 14 * 24 * 60 * 60,
  deleteAfterSeconds: 7 * 24 * 60 * 60,
  heartbeatSeconds: null,
  notify: false,
}

/** While the database is unavailable every worker of every queue fails every second, for one reason. */
function logRarely(log: Log) {
  const loggedAt = new Map<unknown, number>()
  return (error: Error & { code?: unknown }) => {
    const reason = error.code ?? error.message
    if (performance.now() - (loggedAt.get(reason) ?? -sameErrorMs) < sameErrorMs) return
    loggedAt.set(reason, performance.now())
    log.error({ err: error }, 'job queue')
  }
}

const sameErrorMs = 10_000

/**
 * Schedules are stored in the database; those of renamed or removed jobs would fill their queues forever.
 * Recent ones stay, because during a deploy they can belong to a newer release.
 */
async function removeUnknownSchedules(boss: PgBoss, jobs: readonly JobDefinition[]) {
  const known = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000
  for (const { name, updatedOn } of await boss.getSchedules()) {
    if (!known.has(name) && updatedOn.getTime() < dayAgo) await boss.unschedule(name)
  }
}
