import { Registry } from 'prom-client'

/** Counters of this process. Metrics from the database are queried at each scrape. */
export const processMetrics = new Registry()
