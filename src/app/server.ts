import { Hono } from 'hono'
import { adminRoutes } from '../admin/admin.routes.ts'
import { archiveRoutes } from '../archive/archive.routes.ts'
import { chartRoutes } from '../charts/charts.routes.ts'
import { paths } from '../contract/paths.shared.ts'
import { deliveryRoutes } from '../delivery/delivery.routes.ts'
import { discoveryRoutes } from '../discovery/discovery.routes.ts'
import { trackCards } from '../discovery/track-share-card.ts'
import { dropCards } from '../drops/drop-share-card.ts'
import { dropRoutes } from '../drops/drops.routes.ts'
import { historyPosters } from '../drops/history-poster.ts'
import { reminderRoutes } from '../drops/reminder/reminder.routes.ts'
import { feedRoutes } from '../feed/feed.routes.ts'
import { followRoutes } from '../follows/follows.routes.ts'
import { mailFrequencyRoutes } from '../follows/mail-frequency/mail-frequency.routes.ts'
import { outboxRoutes } from '../mail/outbox/outbox.routes.ts'
import { accountRoutes } from '../members/account.routes.ts'
import { avatarFiles } from '../members/avatars/avatars.routes.ts'
import { refuseOtherMember } from '../members/member-key.ts'
import { memberRoutes } from '../members/members.routes.ts'
import { findSession } from '../members/sessions/sessions.ts'
import { accountParts } from '../operations/account-parts.ts'
import { healthRoutes, type ReadinessCheck } from '../operations/monitoring/health.routes.ts'
import { rememberRoute } from '../operations/monitoring/http-metrics.ts'
import { metricsRoutes } from '../operations/monitoring/metrics.routes.ts'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import {
  crossSiteRequest,
  errorCode,
  failureOf,
  internalError,
  needsJavaScript,
  notFound,
} from '../platform/errors.ts'
import { type App, type AppEnv, rejectNulInAddress } from '../platform/http/http.ts'
import { readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'
import { openLimiter } from '../platform/limits/call-limits.ts'
import { profileCards } from '../profiles/profile-share-card.ts'
import { profileRoutes } from '../profiles/profiles.routes.ts'
import { pushRoutes } from '../push/push.routes.ts'
import { canonicalAddresses } from '../server/canonical-address.ts'
import { limitWork } from '../server/limit-work.ts'
import { nameRequest } from '../server/request-ids.ts'
import { securityHeaders } from '../server/security-headers.ts'
import { serveCards } from '../share-cards/serve-cards.ts'
import { coverFiles } from '../spotify/covers/covers.routes.ts'
import { syndicationRoutes } from '../syndication/syndication.routes.ts'
import { trackRoutes } from '../tracks/tracks.routes.ts'
import { installationRoutes } from '../web/installation/installation.routes.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { presentTo, wantsPage } from '../web/pages/failure-page.ts'
import { formRoutes } from '../web/pages/forms.routes.ts'
import { pageRoutes } from '../web/pages/pages.routes.ts'

export function createApp(
  context: Context,
  build: BrowserBuild,
  findProblem: ReadinessCheck = async () => null,
): App {
  const { config, log } = context
  const app: App = new Hono<AppEnv>()
  const limiter = openLimiter(context)

  app.onError((error, c) => {
    const failure = failureOf(error)
    const path = c.req.routePath
    if (!failure && !hasLeft(error, c.env))
      log.error({ err: error, method: c.req.method, path }, 'unexpected failure')
    if (failure?.status === 503) log.error({ err: failure, path }, failure.code)
    return presentTo(c, config.brand, failure ?? internalError())
  })

  app.use(rememberRoute)
  app.use(nameRequest)
  const headers = securityHeaders(config, build)
  app.use(async (c, next) => {
    for (const [name, value] of await headers) c.header(name, value)
    await next()
  })
  app.use(rejectNulInAddress)
  healthRoutes(app, findProblem)
  app.use(async (c, next) => {
    c.set('limiter', limiter)
    c.set('viewer', null)
    await next()
  })
  app.use(limitWork(context))
  avatarFiles(app, context)
  coverFiles(app, context)
  canonicalAddresses(app, context)
  serveCards(app, context, profileCards)
  serveCards(app, context, dropCards)
  serveCards(app, context, trackCards)
  serveCards(app, context, historyPosters)
  // Without a token they are on METRICS_PORT alone: a proxy on this machine would make them public here.
  if (config.metricsToken !== undefined) metricsRoutes(app, context)
  outboxRoutes(app, context)
  // Responses depend on the session, so no cache may store them.
  app.use('/api/*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  // Before sessions: what caches may store must not set a cookie.
  syndicationRoutes(app, context)
  installationRoutes(app, context, build)
  app.use(async (c, next) => {
    const page = c.env?.page
    if (page) {
      c.set('viewer', page.viewer)
      c.set('findViewer', async () => page.viewer)
      return next()
    }
    if (isWrite(c.req.method) && isCrossSite(c.req.raw, config)) throw crossSiteRequest()
    const token = readSessionCookie(c, config.secureCookies)
    const find = async () => (token ? await findSession(context, token) : null)
    const session = isWrite(c.req.method)
      ? await c.get('budget').run(c.get('client'), find)
      : await find()
    if (token && session?.rolled) writeSessionCookie(c, token, config.secureCookies)
    c.set('viewer', session?.viewer ?? null)
    c.set('findViewer', async () => (await find())?.viewer ?? null)
    return next()
  })
  app.use('/api/*', refuseOtherMember(context))

  for (const routes of [
    memberRoutes,
    accountRoutes,
    pushRoutes,
    trackRoutes,
    followRoutes,
    mailFrequencyRoutes,
    dropRoutes,
    reminderRoutes,
    deliveryRoutes,
    profileRoutes,
    feedRoutes,
    discoveryRoutes,
    chartRoutes,
    archiveRoutes,
    adminRoutes,
  ]) {
    routes(app, { ...context, accountParts })
  }
  app.all('/api/*', () => {
    throw notFound('This call')
  })
  formRoutes(app)
  pageRoutes(app, context, build)
  // A form whose page needs its script posts to an address that takes nothing.
  app.notFound(c =>
    presentTo(c, config.brand, wantsPage(c) ? needsJavaScript() : notFound('This call')),
  )
  return app
}

/** Whether a client went away before its body had arrived: nothing of ours failed, and nobody reads the response. */
const hasLeft = (error: unknown, env: AppEnv['Bindings'] | undefined) =>
  errorCode(error) === 'ECONNRESET' && env?.incoming?.complete === false

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Mail providers send one-click unsubscribes from origins of their own. */
const anyOrigin = new RegExp(
  `^(?:${paths.oneClickUnsubscribe('[^/]+')}|${paths.oneClickReminder('[^/]+')})/?$`,
)

function isCrossSite(request: Request, { publicUrl, secureCookies }: Config): boolean {
  const url = new URL(request.url)
  if (anyOrigin.test(url.pathname)) return false
  const origin = request.headers.get('origin')
  // Under other names than PUBLIC_URL, such as that of this machine, only where no one relies on https.
  if (origin !== null) return origin !== publicUrl && (secureCookies || origin !== url.origin)
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
