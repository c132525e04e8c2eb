import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import { plainDocument } from '../../platform/http/html-document.ts'
import type { App } from '../../platform/http/http.ts'
import { scriptOf } from '../../platform/http/script-of.shared.ts'
import { darkColor, lightColor } from '../../ui/theme/colors.ts'
import type { BrowserBuild } from '../pages/browser-build.ts'
import { serviceWorker } from './service-worker.ts'

export function installationRoutes(app: App, { config: { brand } }: Context, build: BrowserBuild) {
  const version = createHash('sha256')
    .update(build.tags('src/web/pages/browser.tsx'))
    .digest('hex')
    .slice(0, 12)

  app.get(paths.manifest, c => {
    c.header('Cache-Control', 'public, max-age=3600')
    c.header('Content-Type', 'application/manifest+json')
    return c.body(JSON.stringify(manifestOf(brand)))
  })

  app.get(paths.serviceWorker, c => {
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    return c.body(scriptOf(serviceWorker, version, paths.offline))
  })

  app.get(paths.offline, c => {
    c.header('Cache-Control', 'no-cache')
    return c.html(offlinePage(brand))
  })
}

const manifestOf = (brand: string) => ({
  id: '/',
  name: brand,
  short_name: brand,
  description: 'Seven tracks, in order, yours.',
  start_url: paths.home,
  scope: '/',
  display: 'standalone',
  background_color: lightColor('canvas'),
  theme_color: darkColor('canvas'),
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  // A track that is shared from another app opens the dialog that adds tracks.
  share_target: {
    action: paths.home,
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  },
})

const offlinePage = (brand: string) =>
  plainDocument(
    `No connection · ${brand}`,
    html`
<h1>No connection</h1>
<p>This page loads again by itself when you are back online.</p>`,
    10,
  )
