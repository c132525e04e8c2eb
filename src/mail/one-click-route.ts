import { bodyLimit } from 'hono/body-limit'
import { invalidInput } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'

type OneClick = {
  /** With `:token`. */
  path: string
  /** Shows a person who opens the address what they can stop. */
  page: string
  stop(token: string): Promise<{ username: string }>
}

/** Where the List-Unsubscribe header of a mail points (RFC 8058). */
export function oneClickRoute(app: App, { path, page, stop }: OneClick) {
  app.post(path, bodyLimit({ maxSize: 8 * 1024 }), async c => {
    const form = await c.req.parseBody().catch(() => ({}))
    if (!('List-Unsubscribe' in form) || form['List-Unsubscribe'] !== 'One-Click') {
      throw invalidInput('Send the form field List-Unsubscribe=One-Click.')
    }
    const stopped = await c
      .get('budget')
      .run(c.get('client'), () => stop(c.req.param('token') ?? ''))
    return c.json(stopped)
  })

  app.get(path, c => c.redirect(`${page}?${new URLSearchParams(c.req.param())}`))
}
