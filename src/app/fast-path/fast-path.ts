import type { IncomingMessage, ServerResponse } from 'node:http'
import { dismissalIn } from '../../admin/announcement/announcement.ts'
import { paths } from '../../contract/paths.shared.ts'
import { isReserved } from '../../members/usernames/reserved-names.ts'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http.ts'
import { sessionCookieName } from '../../platform/session-cookie.ts'
import { readEmbedTheme } from '../../syndication/embed-frame.ts'
import type { BrowserBuild } from '../pages/browser-build.ts'
import { matchPage, matchPath, pagesOf } from '../pages/page-table.tsx'
import { loadAssets, serveAsset } from './assets.ts'
import { createVisitorCache } from './visitor-cache.ts'

/** Whether it serves a request; otherwise the app has to. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

const embedPaths = [paths.embed(':username'), paths.dropEmbed(':username', ':dropNumber')]

/** Calls, feeds and embeds whose responses are the same for all visitors. */
const sharedPaths = [
  '/api/profile/:username',
  '/api/users/:username/followers-count',
  '/api/users/:username/drops-count',
  '/api/users/:username/drops',
  '/api/users/:username/drops/:dropNumber',
  '/api/charts/top-users',
  '/api/charts/top-tracks',
  '/api/charts/most-dropped',
  '/api/tracks/:spotifyTrackId',
  paths.atomFeed(':username'),
  paths.jsonFeed(':username'),
  ...embedPaths,
]

/** Serves what most requests are for: files of the build and responses that visitors share. */
export async function createFastPath(
  app: App,
  { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  build: BrowserBuild,
): Promise<FastPath> {
  const assets = await loadAssets(build)
  const { brand } = config
  const pages = pagesOf(config)
  const serveVisitor = createVisitorCache({
    fetch: request => app.fetch(request),
    isShared,
    sharedQuery,
    cdnSeconds: config.cdnSeconds,
    sessionCookie: `${sessionCookieName(config.secureCookies)}=`,
    preferences,
    onError: error => log.error({ err: error }, 'a request of a visitor failed'),
  })
  return (request, response) =>
    serveAsset(assets, request, response) || serveVisitor(request, response)

  function sharedQuery(pathname: string, query: string): string | null {
    if (embedPaths.some(path => matchPath(path, pathname))) {
      const theme = readEmbedTheme(new URLSearchParams(query).get('theme'))
      return theme ? `?theme=${theme}` : ''
    }
    return matchPage(pages, pathname).page.readsQuery ? null : ''
  }

  function preferences(cookies: string): string {
    const theme = /(?:^|; )(theme=(?:light|dark))(?:;|$)/.exec(cookies)?.[1] ?? ''
    const dismissal = dismissalIn(db, cookies)
    return theme && dismissal ? `${theme}; ${dismissal}` : theme || dismissal
  }

  function isShared(pathname: string): boolean {
    if (sharedPaths.some(path => matchPath(path, pathname))) return true
    const { page, params } = matchPage(pages, pathname)
    if (page.guard === 'member' || page.guard === 'admin' || page.path === '*') return false
    // Reserved names are routes of other parts of the server: /metrics, /healthz. The sample has a profile.
    return (
      params.username === undefined || !isReserved(params.username, { brand, sampleProfile: null })
    )
  }
}
