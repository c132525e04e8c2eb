import { serveStatic } from '@hono/node-server/serve-static'
import type { App } from '../platform/http.ts'
import type { BrowserBuild } from './browser-build.ts'

/** Files of the build and of `public/`. Browsers keep files with a hash in their name for a year. */
export function assetRoutes(app: App, { files }: BrowserBuild) {
  if (!files) return
  const { root, immutable } = files
  app.use(
    serveStatic({
      root,
      index: 'none',
      precompressed: true,
      onFound: (path, c) => {
        const isImmutable = path.includes(immutable)
        c.header(
          'Cache-Control',
          isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
        c.header('X-Content-Type-Options', 'nosniff')
      },
    }),
  )
}
