import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { findComputedAt } from './charts.queries.ts'
import { computeCharts } from './compute-charts.ts'

export const computeChartsJob: JobKind<object> = {
  name: 'compute-charts',
  options: {
    // One waits or runs at a time, over all processes; what fails is tried again a minute later.
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 120,
    deleteAfterSeconds: 60 * 60,
    notify: true,
  },
}

export const chartJobKinds: JobKind<object>[] = [computeChartsJob]

/** Computes the charts every minute, and at once where they never were. */
export async function startChartJobs({ db, queue, clock }: WorkerContext) {
  await queue.work(computeChartsJob, () => computeCharts(db, clock.now()))
  await queue.schedule(computeChartsJob, '* * * * *')
  if (await findComputedAt(db)) return
  await db.transaction().execute(trx => queue.send(computeChartsJob, {}, trx))
}
