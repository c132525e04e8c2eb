import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { computeCharts } from './compute-charts.ts'

export const computeChartsJob = defineJob({
  name: 'compute-charts',
  options: {
    // One is queued or running at a time, over all processes; the next minute's run replaces a retry.
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 120,
    deleteAfterSeconds: 60 * 60,
    notify: true,
  },
  schedule: '* * * * *',
  runAtStart: true,
  run: ({ db, clock }: Pick<Context, 'db' | 'clock'>) => computeCharts(db, clock.now()),
})
