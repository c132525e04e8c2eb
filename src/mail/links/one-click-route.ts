import type { HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { invalidInput } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'

type OneClick = {
  /** The path of the call, with `:token`. */
  path: string
  /** Shows a person who opens the URL what they can stop. */
  page: string
  stop(token: string): Promise<{ username: string }>
}

/** Where the List-Unsubscribe header of a mail points (RFC 8058). */
export function oneClickRoute(app: App, { path, page, stop }: OneClick) {
  // Some mail programs add a final slash.
  const spellings = [path, `${path}/`]
  app.on('POST', spellings, bodyLimit({ maxSize: 8 * 1024 }), async c => {
    if (!(await isOneClick(c.req))) {
      throw invalidInput('Send the form field List-Unsubscribe=One-Click.')
    }
    const stopped = await c
      .get('budget')
      .run(c.get('client'), () => stop(c.req.param('token') ?? ''))
    return c.json(stopped)
  })

  app.on('GET', spellings, c => c.redirect(`${page}?${new URLSearchParams(c.req.param())}`))
}

/** Mail programs send the field as a form of either kind, with a line end behind it, or without saying that it is a form. */
async function isOneClick(request: HonoRequest): Promise<boolean> {
  const isMultipart = /^multipart\/form-data/i.test(request.header('content-type') ?? '')
  const fields = isMultipart
    ? Object.entries(await request.parseBody().catch(() => ({})))
    : [...new URLSearchParams((await request.text()).trim())]
  return fields.some(
    ([name, value]) => /^list-unsubscribe$/i.test(name) && /^one-click$/i.test(`${value}`.trim()),
  )
}
