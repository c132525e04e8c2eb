import { createSecretKey } from 'node:crypto'
import { addDemoMember } from '../landing/demo-member.ts'
import { outboxAddress } from '../mail/outbox/outbox.routes.ts'
import { readMailFlow } from '../mail/pausing/mail-flow.queries.ts'
import { productionCost } from '../members/passwords/passwords.ts'
import { hasSearchIndex } from '../members/search/search-members.queries.ts'
import { createReadinessCheck } from '../operations/monitoring/health.routes.ts'
import { createMetricsApp } from '../operations/monitoring/metrics.routes.ts'
import { answerCommand } from '../operations/operator/operations.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { vacuum } from '../platform/database/vacuum.job.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { createWorkBudget } from '../platform/limits/work-budget.ts'
import { openLog } from '../platform/log/log.ts'
import { openQueue } from '../platform/queue.ts'
import { loadSecret } from '../platform/secrets/load-secret.ts'
import { vapidKeys } from '../push/send-push.ts'
import { createFastPath } from '../server/fast-path/fast-path.ts'
import { listen } from '../server/listen.ts'
import { securityHeaders } from '../server/security-headers.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { jobs } from './jobs.ts'
import { createApp } from './server.ts'
import { startWorker } from './worker.ts'

export async function start(config: Config, build: BrowserBuild, clock: Clock = systemClock) {
  const running = Promise.withResolvers<Context>()
  // First, because the disk may be full of them.
  if (!config.databaseUrl) await removeSnapshots(config)
  const database = await openDatabase(config, async request =>
    answerCommand(await running.promise, request),
  )
  await migrate(database)
  if (!config.databaseUrl) await vacuum(database.db)
  const services = await startServices(config, database, build, clock)
  running.resolve(services.context)
  const { host, port, metricsPort, connectionsPerAddress } = config
  const place = { host, connectionsPerAddress }
  const metrics =
    metricsPort === null
      ? null
      : await listen(services.metricsApp, { ...place, port: metricsPort, setting: 'METRICS_PORT' })
  const errorHeaders = await securityHeaders(config, build)
  const fastPath = config.serves && (await createFastPath(services.app, services.context, build))
  const server = fastPath
    ? await listen(services.app, { ...place, port, setting: 'PORT', fastPath, errorHeaders })
    : null
  return {
    url: server && config.publicUrl,
    listensOn: server && new URL(server.url).host,
    outbox: server && services.outbox,
    log: services.context.log,
    /** `/readyz` is 503 and connections end with their next response, while the port stays open. */
    drain() {
      services.drain()
      server?.drain()
    },
    async stop() {
      // At the same time, so that nothing waits for a slow client before it stops.
      await Promise.all([server?.close(), metrics?.close(), services.stop()])
      await database.close()
    },
  }
}

/** Those that killed backups have left. */
async function removeSnapshots({ dataDir, logLevel }: Config) {
  const { removeAbandonedSnapshots } = await import('../operations/backup/snapshot-folder.ts')
  await removeAbandonedSnapshots(dataDir).catch(error =>
    openLog(logLevel).warn({ err: error }, 'the snapshot of a killed backup could not be removed'),
  )
}

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
  const queue = await openQueue(database, jobs, { works: config.works, log })
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
    db,
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
      // In parallel, so that a mail server that does not respond delays the stop only once.
      await Promise.all([queue.stop(), worker?.stop()])
    },
  }
}
