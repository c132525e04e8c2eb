import { Hono } from 'hono'
import { adminRoutes } from '../admin/admin.routes.ts'
import { archiveRoutes } from '../archive/archive.routes.ts'
import { chartRoutes } from '../charts/charts.routes.ts'
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
import { accountParts } from '../operations/account-parts.ts'
import { healthRoutes, type ReadinessCheck } from '../operations/monitoring/health.routes.ts'
import { rememberRoute } from '../operations/monitoring/http-metrics.ts'
import { metricsRoutes } from '../operations/monitoring/metrics.routes.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type App, type AppEnv, rejectNulInUrl } from '../platform/http/http.ts'
import { openLimiter } from '../platform/limits/call-limits.ts'
import { profileCards } from '../profiles/profile-share-card.ts'
import { profileRoutes } from '../profiles/profiles.routes.ts'
import { pushRoutes } from '../push/push.routes.ts'
import { returnedSongRoutes } from '../returned-songs/returned-songs.routes.ts'
import { canonicalUrls } from '../server/canonical-urls.ts'
import { findViewer } from '../server/find-viewer.ts'
import { limitWork } from '../server/limit-work.ts'
import { presentFailures } from '../server/present-failures.ts'
import { nameRequest } from '../server/request-ids.ts'
import { addSecurityHeaders } from '../server/security-headers.ts'
import { serveCards } from '../share-cards/serve-cards.ts'
import { shelfRoutes } from '../shelf/shelf.routes.ts'
import { shelfCards } from '../shelf/shelf-card.ts'
import { coverFiles } from '../spotify/covers/covers.routes.ts'
import { createTrackSources } from '../spotify/details/track-sources.ts'
import { syndicationRoutes } from '../syndication/syndication.routes.ts'
import { trackRoutes } from '../tracks/tracks.routes.ts'
import { installationRoutes } from '../web/installation/installation.routes.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { formRoutes } from '../web/pages/forms.routes.ts'
import { pageRoutes } from '../web/pages/pages.routes.ts'

/** Every route of the app, in the order in which a request tries them. */
export function createApp(
  context: Context,
  build: BrowserBuild,
  findProblem: ReadinessCheck = async () => null,
): App {
  const { config } = context
  const app: App = new Hono<AppEnv>()
  const limiter = openLimiter(context)

  presentFailures(app, context)
  app.use(rememberRoute)
  app.use(nameRequest)
  app.use(addSecurityHeaders(config, build))
  app.use(rejectNulInUrl)
  healthRoutes(app, findProblem)
  app.use(async (c, next) => {
    c.set('limiter', limiter)
    c.set('viewer', null)
    await next()
  })
  app.use(limitWork(context))
  avatarFiles(app, context)
  coverFiles(app, context)
  canonicalUrls(app, context)
  serveCards(app, context, profileCards)
  serveCards(app, context, dropCards)
  serveCards(app, context, trackCards)
  serveCards(app, context, historyPosters)
  serveCards(app, context, shelfCards)
  // Metrics without a token are on METRICS_PORT alone: a proxy on this machine would make them public here.
  if (config.metricsToken !== undefined) metricsRoutes(app, context)
  outboxRoutes(app, context)
  // Responses depend on the session, so no cache may store them.
  app.use('/api/*', async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  // Sessions come after these: what caches may store must not set a cookie.
  syndicationRoutes(app, context)
  installationRoutes(app, context, build)
  app.use(findViewer(context))
  app.use('/api/*', refuseOtherMember(context))

  const trackSources = createTrackSources(context)
  for (const routes of [
    memberRoutes,
    accountRoutes,
    pushRoutes,
    trackRoutes,
    followRoutes,
    mailFrequencyRoutes,
    dropRoutes,
    shelfRoutes,
    reminderRoutes,
    deliveryRoutes,
    returnedSongRoutes,
    profileRoutes,
    feedRoutes,
    discoveryRoutes,
    chartRoutes,
    archiveRoutes,
    adminRoutes,
  ]) {
    routes(app, { ...context, accountParts, trackSources })
  }
  app.all('/api/*', () => {
    throw notFound('This call')
  })
  formRoutes(app)
  pageRoutes(app, context, build)
  return app
}
