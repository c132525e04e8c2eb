import type { Context as Request } from 'hono'
import { getCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { paths } from '../../contract/paths.shared.ts'
import { sharedTextQuery } from '../../contract/shared-text.shared.ts'
import { findMemberOfRequest } from '../../members/member-of-request.ts'
import type { Context } from '../../platform/context.ts'
import { type Failure, failureOf, internalError } from '../../platform/errors.ts'
import { compressedText } from '../../platform/http/content-encoding.ts'
import { htmlDocument } from '../../platform/http/html-document.ts'
import { type App, type AppEnv, getOwn, shareRoute } from '../../platform/http/http.ts'
import type { Site } from '../../site/site.tsx'
import { ApiError } from '../../ui/data/api.ts'
import { formatDateIn } from '../../ui/text/format.ts'
import { darkColor, lightColor } from '../../ui/theme/colors.ts'
import { themeColors } from '../../ui/theme/theme.ts'
import type { PageState } from './app.tsx'
import type { BrowserBuild } from './browser-build.ts'
import { guardRedirect, matchPage, pagesOf } from './page-table.tsx'
import { preHydrationScript } from './pre-hydration-script.ts'
import { loadPage, renderPage } from './render-page.tsx'

/** Times in pages that visitors share are rounded to this, so that most renderings come out the same. */
const roundMs = 10_000

/** With any query the page is not shared: a token may be in it. */
const refuseAnyQuery = z.strictObject({})

export function pageRoutes(app: App, { config, clock, db, log }: Context, build: BrowserBuild) {
  const { brand, publicUrl, sampleProfile, registration, spotifyKeys, outsideServices } = config
  const pages = pagesOf({ brand })
  for (const { path, shared, readsQuery } of pages)
    if (shared) shareRoute(app, { path, query: readsQuery ? refuseAnyQuery : undefined })

  app.get('*', async c => {
    const url = new URL(c.req.url)
    const match = matchPage(pages, url.pathname)
    const viewer = c.get('viewer')
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Cookie')
    const redirect = guardRedirect(match.page, viewer)
    // The redirect to /login, and the one back, carry the text that another app shared to /home.
    if (redirect) return c.redirect(redirect + sharedTextQuery(url.searchParams), 302)

    const now = clock.now().getTime()
    const site: Site = {
      brand,
      publicUrl,
      sampleProfile,
      searchesTracks: spotifyKeys !== null && outsideServices !== 'off',
      registration,
      operatorLinks: config.operator.links.map(({ label, href }) => ({ label, href })),
      zone: viewer && zoneOf(c),
    }
    let unavailable: Failure | undefined
    const { username } = match.params
    const [page, member] = await Promise.all([
      loadPage({
        match,
        search: match.page.readsQuery ? url.search : '',
        site,
        now: viewer ? now : now - (now % roundMs),
        isSignedIn: viewer !== null,
        get: async (route, input) => {
          try {
            return await getOwn(app, c, route, input)
          } catch (error) {
            const failure = failureOf(error)
            if (!failure) log.error({ err: error, route }, 'unexpected failure')
            if (failure?.status === 503) unavailable ??= failure
            const { message, code } = failure ?? internalError()
            throw new ApiError(message, { code })
          }
        },
      }),
      username === undefined ? null : findMemberOfRequest(c, db, username),
    ])
    // A page without its content would be sent, and cached, as if it were complete.
    if (unavailable) throw unavailable
    if (member) c.set('ownName', member.username)

    const { head, body } = renderPage(page)
    const { state } = page
    c.status(page.isMissing ? 404 : 200)
    const theme = chosenTheme(c)
    const html = htmlDocument({
      theme,
      ...partsOf({ head, body, state }, build.tags(page.match.page.module), theme),
    })
    return compressedText(c, html, 'text/html; charset=UTF-8')
  })
}

/** What the settings (settings/screens/theme-setting.tsx) keep in this browser; by default its own light or dark. */
function chosenTheme(c: Request<AppEnv>): 'light' | 'dark' | null {
  const theme = getCookie(c, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** What the layout of members (member-layout.tsx) keeps in this browser. */
function zoneOf(c: Request<AppEnv>): string | null {
  const zone = getCookie(c, 'zone')
  if (!zone) return null
  try {
    formatDateIn(zone)
    return zone
  } catch {
    // No zone that is known here: the browser's script shows its dates.
    return null
  }
}

const partsOf = (
  { head, body, state }: { head: string; body: string; state: PageState },
  tags: string,
  theme: 'light' | 'dark' | null,
) => ({
  head: [
    `<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="${paths.manifest}">
`,
    head,
    tags,
    preHydrationScript,
  ],
  body: [
    '\n<div id="app">',
    body,
    '</div>\n<script type="application/json" id="state">',
    toSafeJson(state),
    '</script>\n',
    // Last, so that those of a screen in the colors of a cover count (site/cover-colors.tsx), also where they come later.
    ...themeColors(lightColor('canvas'), darkColor('canvas'), theme).map(
      ({ content, media }) =>
        `\n<meta name="theme-color" content="${content}"${media ? ` media="${media}"` : ''}>`,
    ),
  ],
})

/** JSON that cannot end its own script element. */
const toSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
