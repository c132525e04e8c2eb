import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client'
import type { AppEnv } from '../../platform/http/http.ts'
import { processMetrics } from '../../platform/metrics.ts'
import { version } from '../version.ts'

const registers = [processMetrics]

const requests = new Histogram({
  name: 'radr_http_request_seconds',
  help: 'Time until a response was sent, by route; `shared` are files and pages that visitors share.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

/** Counts apart from the histogram: `rate()` does not see the first value of a series, so these begin at 0. */
const responses = new Counter({
  name: 'radr_http_responses_total',
  help: 'Responses by status; `aborted` are those whose client went away.',
  labelNames: ['status'],
  registers,
  collect() {
    for (const status of ['2xx', '3xx', '4xx', '5xx', 'aborted']) this.inc({ status }, 0)
  },
})

new Gauge({
  name: 'radr_build_info',
  help: 'The release, as label; always 1.',
  labelNames: ['version'],
  registers,
  collect() {
    this.set({ version }, 1)
  },
})

collectDefaultMetrics({ register: processMetrics })

const routes = new WeakMap<IncomingMessage, string>()

/** Remembers which route of the app handled a request: few names, whatever clients ask for. */
export const rememberRoute: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { incoming, isShared } = c.env ?? {}
  // The route that was entered last, which is the one that responded.
  if (incoming && !isShared) routes.set(incoming, routePath(c))
}

export function measureRequest(request: IncomingMessage, response: ServerResponse) {
  const startedAt = performance.now()
  response.once('close', () => {
    // A client that went away got none.
    const status = response.writableFinished
      ? `${Math.floor(response.statusCode / 100)}xx`
      : 'aborted'
    responses.inc({ status })
    const labels = {
      method: methods.has(request.method ?? '') ? request.method : 'other',
      route: routes.get(request) ?? 'shared',
      status,
    }
    requests.observe(labels, (performance.now() - startedAt) / 1000)
  })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
