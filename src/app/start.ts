import { watchCommits } from '../operations/monitoring/commit-watch.ts'
import { answerCommand } from '../operations/operator/operations.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { vacuum } from '../platform/database/vacuum.job.ts'
import { openLog } from '../platform/log/log.ts'
import { createFastPath } from '../server/fast-path/fast-path.ts'
import { listen } from '../server/listen.ts'
import { securityHeaders } from '../server/security-headers.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { startServices } from './services.ts'

export type Running = Awaited<ReturnType<typeof start>>

/** Opens the database, then what works on it, then the ports: whoever can connect is served. */
export async function start(config: Config, build: BrowserBuild, clock: Clock = systemClock) {
  const running = Promise.withResolvers<Context>()
  // First, because the disk may be full of them.
  if (!config.databaseUrl) await removeSnapshots(config)
  const database = await openDatabase(config, async request =>
    answerCommand(await running.promise, request),
  )
  const log = openLog(config.logLevel)
  const commits = watchCommits(database.db, log)
  await migrate(database, { log })
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
      // All stop at the same time, so that nothing waits for a slow client before it stops.
      await Promise.all([server?.close(), metrics?.close(), services.stop()])
      commits.stop()
      await database.close()
    },
  }
}

async function removeSnapshots({ dataDir, logLevel }: Config) {
  const { removeAbandonedSnapshots } = await import('../operations/backup/snapshot-folder.ts')
  await removeAbandonedSnapshots(dataDir).catch(error =>
    openLog(logLevel).warn({ err: error }, 'the snapshot of a killed backup could not be removed'),
  )
}
