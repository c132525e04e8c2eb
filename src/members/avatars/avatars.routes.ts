import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'

/** Registered before sessions: a response that may be cached for ever must not set a cookie. */
export function avatarFiles(app: App, { db }: Context) {
  app.get(paths.avatar(':file'), async c => {
    const [, hash] = /^([0-9a-f]{64})\.jpg$/.exec(c.req.param('file')) ?? []
    const picture =
      hash &&
      (await db.selectFrom('avatars').select('jpeg').where('hash', '=', hash).executeTakeFirst())
    if (!picture) throw notFound('This picture')
    return c.body(new Uint8Array(picture.jpeg), 200, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
