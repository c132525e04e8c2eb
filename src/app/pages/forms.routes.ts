import { bodyLimit } from 'hono/body-limit'
import { closeFirstSteps } from '../../drops/first-steps/first-steps.contract.ts'
import { confirmFollow, unsubscribe } from '../../follows/follows.contract.ts'
import {
  confirmEmailChange,
  undoEmailChange,
} from '../../members/email/change/change-email.contract.ts'
import { confirmEmail } from '../../members/members.contract.ts'
import { Failure, invalidInput, notSignedIn } from '../../platform/errors.ts'
import type { FailureCode } from '../../platform/failure-codes.contract.ts'
import type { App } from '../../platform/http.ts'
import { paths } from '../../platform/paths.ts'

/** Pages whose one form also works without JavaScript: it posts to the page's own address. */
const pages = [
  { path: paths.confirmFollow, call: confirmFollow },
  { path: paths.unsubscribe, call: unsubscribe },
  { path: paths.confirmEmail, call: confirmEmail },
  { path: paths.changeEmail, call: confirmEmailChange },
  { path: paths.undoEmailChange, call: undoEmailChange },
]

/**
 * Makes the call that the page’s script would make, then redirects to the page with the outcome in the
 * query. A failure that is not about the token is thrown.
 */
export function formRoutes(app: App) {
  app.post(paths.home, async c => {
    const viewer = c.get('viewer')
    if (!viewer) throw notSignedIn()
    await app.request(closeFirstSteps.path, { method: 'POST' }, { page: { viewer } })
    return c.redirect(paths.home, 303)
  })
  for (const { path, call } of pages) {
    app.post(path, bodyLimit({ maxSize: 8 * 1024 }), async c => {
      const form = await c.req.parseBody().catch(() => {
        throw invalidInput('The form could not be read.')
      })
      const token = String(form.token ?? '')
      const all = 'all' in form && { all: true }
      const response = await app.request(call.path, {
        method: call.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...all }),
      })
      const { username, code, message } = (await response.json()) as {
        username?: string
        code?: FailureCode
        message?: string
      }
      if (code && message && code !== 'invalid_token') {
        const retryAfter = Number(response.headers.get('retry-after'))
        throw new Failure(code, message, retryAfter > 0 ? { retryAfter } : {})
      }
      const outcome: Record<string, string> =
        username !== undefined
          ? { done: '1', name: username, ...(all && { all: '1' }) }
          : { failed: '1' }
      return c.redirect(`${path}?${new URLSearchParams(outcome)}`, 303)
    })
  }
}
