import type { Context } from '../platform/context.ts'
import {
  errorCode,
  failureOf,
  internalError,
  needsJavaScript,
  notFound,
} from '../platform/errors.ts'
import type { App, AppEnv } from '../platform/http/http.ts'
import { presentTo, wantsPage } from '../web/pages/failure-page.ts'

/** Presents what a route throws, and what no route takes, as a page or as JSON, and logs what nobody expected. */
export function presentFailures(app: App, { config, log }: Pick<Context, 'config' | 'log'>) {
  app.onError((error, c) => {
    const failure = failureOf(error)
    const path = c.req.routePath
    if (!failure && !hasLeft(error, c.env))
      log.error({ err: error, method: c.req.method, path }, 'unexpected failure')
    if (failure?.status === 503) log.error({ err: failure, path }, failure.code)
    return presentTo(c, config.brand, failure ?? internalError())
  })
  // A form whose page needs its script posts to a path that takes nothing.
  app.notFound(c =>
    presentTo(c, config.brand, wantsPage(c) ? needsJavaScript() : notFound('This call')),
  )
}

/** Whether a client went away before its body had arrived: nothing of ours failed, and nobody reads the response. */
const hasLeft = (error: unknown, env: AppEnv['Bindings'] | undefined) =>
  errorCode(error) === 'ECONNRESET' && env?.incoming?.complete === false
