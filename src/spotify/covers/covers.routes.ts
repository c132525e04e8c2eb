import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'
import { findCovers } from './find-covers.ts'

/**
 * The stored covers, for pages that read their pixels, which the service may not allow. Registered before sessions: a
 * response that caches may keep must not set a cookie.
 */
export function coverFiles(app: App, { db }: Pick<Context, 'db'>) {
  app.get(paths.trackCover(':trackId'), async c => {
    const trackId = c.req.param('trackId')
    const { covers } = await findCovers(db, [trackId])
    const cover = covers.get(trackId)
    if (!cover) throw notFound('This picture')
    return c.body(new Uint8Array(cover), 200, {
      'Content-Type': 'image/jpeg',
      // The service may give the track another cover.
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
