import { Registry } from 'prom-client'

/** What this process counts by itself; what the database holds is read for each scrape. */
export const processMetrics = new Registry()
