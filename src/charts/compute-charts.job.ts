import type { Context } from '../platform/context.ts'
import { defineJob, everyMinute } from '../platform/queue.ts'
import { computeCharts } from './compute-charts.ts'

export const computeChartsJob = defineJob({
  name: 'compute-charts',
  ...everyMinute,
  runAtStart: true,
  run: ({ db }: Pick<Context, 'db'>) => computeCharts(db),
})
