import { Registry } from 'prom-client'

/** Counters of this process. Metrics of the database are in operations/monitoring. */
export const processMetrics = new Registry()
