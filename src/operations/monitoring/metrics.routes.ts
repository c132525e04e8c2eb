import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context as Request } from 'hono'
import type { Context } from '../../platform/context.ts'
import { failureOf, internalError, notFound } from '../../platform/errors.ts'
import { type App, type AppEnv, presentFailure } from '../../platform/http/http.ts'
import { processMetrics } from '../../platform/metrics.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import { openDatabaseMetrics } from './database-metrics.ts'
import { healthRoutes, type ReadinessCheck } from './health.routes.ts'

/** Metrics for Prometheus, which sends `METRICS_TOKEN` as bearer token if it is set. */
export function metricsRoutes(app: App, { db, config, clock }: Context) {
  const inDatabase = openDatabaseMetrics(db, clock)
  app.get('/metrics', async c => {
    // 404 rather than 401, so that nobody learns that there is a token to guess.
    if (config.metricsToken !== undefined && !hasToken(c, config.metricsToken))
      throw notFound('This call')
    const text = `${await processMetrics.metrics()}\n${await inDatabase()}`
    return c.text(text, 200, {
      'Content-Type': processMetrics.contentType,
      'Cache-Control': 'no-store',
    })
  })
}

export function createMetricsApp(context: Context, findProblem: ReadinessCheck): App {
  const app: App = new Hono<AppEnv>()
  app.onError((error, c) => {
    const failure = failureOf(error)
    if (failure) return presentFailure(failure, c)
    context.log.error({ err: error, path: c.req.routePath }, 'unexpected failure')
    return presentFailure(internalError(), c)
  })
  app.notFound(c => presentFailure(notFound('This call'), c))
  healthRoutes(app, findProblem)
  metricsRoutes(app, context)
  return app
}

function hasToken(c: Request, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  // timingSafeEqual requires equal lengths, which hashes have.
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)))
}
