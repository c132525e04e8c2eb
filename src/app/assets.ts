import { serveStatic } from '@hono/node-server/serve-static'
import type { App } from '../platform/http.ts'
import type { Build } from './build.ts'

/** Files of the build and of `public/`. What carries a hash in its name is kept for ever. */
export function assetRoutes(app: App, { folders }: Build) {
  if (!folders) return
  const { root, immutable } = folders
  app.use(
    serveStatic({
      root,
      index: 'none',
      precompressed: true,
      onFound: (path, c) => {
        const forEver = path.includes(immutable)
        c.header(
          'Cache-Control',
          forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
        c.header('X-Content-Type-Options', 'nosniff')
      },
    }),
  )
}
