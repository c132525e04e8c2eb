import type { Context as Request } from 'hono'
import { getCookie } from 'hono/cookie'
import { LRUCache } from 'lru-cache'
import type { Context } from '../platform/context.ts'
import { DatabaseUnavailable } from '../platform/database-unavailable.ts'
import type { App, AppEnv } from '../platform/http.ts'
import type { Site } from '../ui/site.tsx'
import type { BrowserBuild } from './browser-build.ts'
import { preHydrationScript } from './pre-hydration-clicks.ts'
import { type PageState, renderPage } from './render.tsx'

type Html = { status: number; html: string }

/** How long visitors may be shown the same HTML; members always get a fresh page. */
const cacheMs = 2_000

/** Every address that is not a call or a file: rendered here, first picture complete. */
export function pageRoutes(app: App, { config, clock }: Context, build: BrowserBuild) {
  const site: Site = {
    brand: config.brand,
    publicUrl: config.publicUrl,
    sampleProfile: config.sampleProfile,
  }
  const visitorPages = new LRUCache<string, Html>({ max: 500, ttl: cacheMs })

  app.get('*', async c => {
    const { pathname, search } = new URL(c.req.url)
    const url = pathname + search
    const theme = chosenTheme(c)
    const cacheKey = `${theme} ${pathname}`
    // Made-up searches must not push real pages out.
    const isShared = !c.get('viewer') && search === ''
    const cached = isShared ? visitorPages.get(cacheKey) : undefined
    if (cached) return answerPage(c, cached)
    let unavailable: DatabaseUnavailable | undefined
    const answer = await renderPage({
      url,
      site,
      now: clock.now().getTime(),
      get: async address => {
        const response = await callOwnApi(app, c, address)
        if (response.status === 503) unavailable ??= new DatabaseUnavailable('a call of the page')
        return response
      },
    })
    // Otherwise a page without its content would be sent, and kept, as if it were complete.
    if (unavailable) throw unavailable
    if (answer.kind === 'redirect') return c.redirect(answer.to, 302)
    const page = {
      status: answer.status,
      html: document(theme, answer.head, build.tags(answer.modules), answer.body, answer.state),
    }
    if (isShared) visitorPages.set(cacheKey, page)
    return answerPage(c, page)
  })
}

function answerPage(c: Request<AppEnv>, { status, html }: Html) {
  c.header('Cache-Control', 'private, no-cache')
  c.header('Vary', 'Cookie')
  return c.html(html, status as 200 | 404)
}

/** The call that the browser would make, in this process and with the same session. */
async function callOwnApi(app: App, c: Request<AppEnv>, address: string) {
  const cookie = c.req.header('cookie')
  return app.request(address, { headers: cookie ? { cookie } : {} })
}

/** What the settings (members/screens/theme-setting.tsx) keep in this browser; by default its own light or dark. */
function chosenTheme(c: Request<AppEnv>): 'light' | 'dark' | null {
  const theme = getCookie(c, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}

function document(
  theme: string | null,
  head: string,
  tags: string,
  body: string,
  state: PageState,
): string {
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${head}${tags}${preHydrationScript}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="state">${toSafeJson(state)}</script>
</body>
</html>`
}

/** JSON that cannot end its own script element. */
const toSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
