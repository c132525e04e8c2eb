import { bodyLimit } from 'hono/body-limit'
import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import { invalidInput } from '../../platform/errors.ts'
import type { App } from '../../platform/http.ts'
import { unsubscribeByLink } from './unsubscribe.ts'

/** Where the List-Unsubscribe header of a drop mail points (RFC 8058). */
export function oneClickRoutes(app: App, context: Context) {
  const path = paths.oneClickUnsubscribe(':token')

  app.post(path, bodyLimit({ maxSize: 8 * 1024 }), async c => {
    const form = await c.req.parseBody().catch(() => ({}))
    if (!('List-Unsubscribe' in form) || form['List-Unsubscribe'] !== 'One-Click') {
      throw invalidInput('Send the form field List-Unsubscribe=One-Click.')
    }
    return c.json({ username: await unsubscribeByLink(context, c.req.param('token')) })
  })

  app.get(path, c => c.redirect(`${paths.unsubscribe}?${new URLSearchParams(c.req.param())}`))
}
