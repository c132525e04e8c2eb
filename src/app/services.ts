import { createSecretKey } from 'node:crypto'
import { addDemoMember } from '../landing/demo-member.ts'
import { outboxAddress } from '../mail/outbox/outbox.routes.ts'
import { readMailFlow } from '../mail/pausing/mail-flow.queries.ts'
import { productionCost } from '../members/passwords/passwords.ts'
import { hasSearchIndex } from '../members/search/search-members.queries.ts'
import { createReadinessCheck } from '../operations/monitoring/health.routes.ts'
import { createMetricsApp } from '../operations/monitoring/metrics.routes.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { createWorkBudget } from '../platform/limits/work-budget.ts'
import { openLog } from '../platform/log/log.ts'
import { openQueue } from '../platform/queue.ts'
import { loadSecret } from '../platform/secrets/load-secret.ts'
import { vapidKeys } from '../push/send-push.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { jobs } from './jobs.ts'
import { createApp } from './server.ts'
import { startWorker } from './worker.ts'

export type Services = Awaited<ReturnType<typeof startServices>>

const noSearchIndexes =
  'PostgreSQL lacks the extension pg_trgm, and this role may not install it: searches read every row. An administrator can run "create extension pg_trgm" in this database; the next start uses it.'

export async function startServices(
  config: Config,
  database: OpenDatabase,
  build: BrowserBuild,
  clock: Clock = systemClock,
) {
  const { db } = database
  const log = openLog(config.logLevel)
  if (!(await hasSearchIndex(db))) log.warn(noSearchIndexes)
  const queue = await openQueue(database, jobs, config, log)
  const context: Context = {
    config,
    db,
    queue,
    clock,
    log,
    budget: createWorkBudget({ config, clock }),
    linkKey: createSecretKey(await loadSecret(db, 'links')),
    vapid: vapidKeys(await loadSecret(db, 'push')),
    passwordCost: productionCost,
  }
  if ((await readMailFlow(db)).paused_at)
    log.warn('All mail is paused: npm run radr -- mail resume')
  if (!config.databaseUrl) await addDemoMember(context)
  const worker = config.works ? await startWorker(context, database) : null
  let isDraining = false
  const findProblem = createReadinessCheck({
    jobs: database.jobs,
    isDraining: () => isDraining,
    isFull: database.isFull,
    senderIdleMs: () => worker?.senderIdleMs() ?? null,
  })
  return {
    app: createApp(context, build, findProblem),
    metricsApp: createMetricsApp(context, findProblem),
    context,
    outbox: outboxAddress(config, await loadSecret(db, 'outbox')),
    drain() {
      isDraining = true
    },
    async stop() {
      // Both stop at the same time, so that a mail server that does not respond delays the stop only once.
      await Promise.all([queue.stop(), worker?.stop()])
    },
  }
}
