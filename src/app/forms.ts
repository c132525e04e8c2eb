import { bodyLimit } from 'hono/body-limit'
import { confirmFollow, unsubscribe } from '../follows/follows.contract.ts'
import { confirmEmail } from '../members/members.contract.ts'
import { invalidInput } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { paths } from '../platform/paths.ts'

/** Pages whose one button also works without JavaScript: the form posts to the page's own address. */
const pages = [
  { path: paths.confirmFollow, endpoint: confirmFollow },
  { path: paths.unsubscribe, endpoint: unsubscribe },
  { path: paths.confirmEmail, endpoint: confirmEmail },
]

/** Makes the call that the page would have made and sends the browser back to see what came of it. */
export function formRoutes(app: App) {
  for (const { path, endpoint } of pages) {
    app.post(path, bodyLimit({ maxSize: 8 * 1024 }), async c => {
      const { token, all } = await c.req.parseBody().catch(() => {
        throw invalidInput('The form could not be read.')
      })
      const response = await app.request(endpoint.path, {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...(all && { all: true }) }),
      })
      const outcome: Record<string, string> = response.ok
        ? {
            done: '1',
            name: ((await response.json()) as { username: string }).username,
            ...(all && { all: '1' }),
          }
        : { failed: '1' }
      return c.redirect(`${path}?${new URLSearchParams(outcome)}`, 303)
    })
  }
}
