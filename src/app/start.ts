import { serve } from '@hono/node-server'
import { systemClock } from '../platform/clock.ts'
import { type Config, SettingError } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { openDatabase } from '../platform/database.ts'
import type { App } from '../platform/http.ts'
import { openLog } from '../platform/log.ts'
import { outboxAddress } from '../platform/mail/outbox.routes.ts'
import { migrate } from '../platform/migrate.ts'
import { openQueue } from '../platform/queue.ts'
import { loadSecret } from '../platform/secrets.ts'
import { vacuum } from '../platform/vacuum.job.ts'
import type { Build } from './build.ts'
import { addDemoMember } from './demo-member.ts'
import { createMetricsApp } from './metrics.routes.ts'
import { createApp } from './server.ts'
import { jobKinds, startWorker } from './worker.ts'

type Running = {
  /** Where it listens, or null for a worker. */
  url: string | null
  /** Where mail that is not sent can be read, or null when it is sent. */
  outbox: string | null
  stop(): Promise<void>
}

/** Connects, migrates, serves and works as the settings say; `stop` ends everything in order. */
export async function start(config: Config, build: Build): Promise<Running> {
  const log = openLog(config.logLevel)
  const database = await openDatabase(config)
  const { db } = database
  await migrate(db)
  const queue = await openQueue(database, jobKinds, { works: config.works, log })
  const context: Context = {
    config,
    db,
    queue,
    clock: systemClock,
    log,
    linkKey: await loadSecret(db, 'links'),
  }
  if (!config.databaseUrl) {
    await vacuum(db)
    await addDemoMember(context)
  }
  const worker = config.works ? await startWorker(context, build.renderer) : null
  const metrics =
    config.metricsPort === null
      ? null
      : await listen(createMetricsApp(context), config.host, 'METRICS_PORT', config.metricsPort)
  const server = config.serves
    ? await listen(createApp(context, build), config.host, 'PORT', config.port)
    : null
  return {
    url: server?.url ?? null,
    outbox: server && outboxAddress(config, await loadSecret(db, 'outbox')),
    async stop() {
      await server?.close()
      await metrics?.close()
      // Together, so that a mail server that says nothing is waited for once.
      await Promise.all([queue.stop(), worker?.stop()])
      await database.close()
    },
  }
}

type Listening = { url: string; close(): Promise<void> }

/** `setting` is the name under which the operator knows the port. */
function listen(app: App, host: string, setting: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, address => {
      resolve({
        url: `http://${host}:${address.port}`,
        close: () => new Promise(done => server.close(() => done())),
      })
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SettingError(
              `${setting} ${port} is in use by another program: stop it or choose another ${setting}.`,
            )
          : error,
      ),
    )
  })
}
