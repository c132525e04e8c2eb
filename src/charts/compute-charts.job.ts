import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { computeCharts } from './compute-charts.ts'

export const computeChartsJob = defineJob({
  name: 'compute-charts',
  options: {
    // One waits or runs at a time, over all processes; what fails is tried again a minute later.
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
