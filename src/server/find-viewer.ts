import type { MiddlewareHandler } from 'hono'
import { paths } from '../contract/paths.shared.ts'
import { findSession } from '../members/sessions/sessions.ts'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { crossSiteRequest } from '../platform/errors.ts'
import type { AppEnv } from '../platform/http/http.ts'
import { readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'

/**
 * Finds the member of the request's session. Refuses a change that another site's page requests, because the browser
 * sends the session's cookie with it.
 */
export function findViewer(
  context: Pick<Context, 'config' | 'db' | 'clock'>,
): MiddlewareHandler<AppEnv> {
  const { config } = context
  return async (c, next) => {
    const form = c.env?.form
    if (form) {
      c.set('viewer', form.viewer)
      c.set('findViewer', async () => form.viewer)
      return next()
    }
    if (isWrite(c.req.method) && isCrossSite(c.req.raw, config)) throw crossSiteRequest()
    const token = readSessionCookie(c, config.secureCookies)
    const find = async () => (token ? await findSession(context, token) : null)
    const session = isWrite(c.req.method)
      ? await c.get('budget').run(c.get('client'), find)
      : await find()
    if (token && session?.rolled) writeSessionCookie(c, token, config.secureCookies)
    c.set('viewer', session?.viewer ?? null)
    c.set('findViewer', async () => (await find())?.viewer ?? null)
    return next()
  }
}

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Mail providers send one-click unsubscribes from origins of their own. */
const anyOrigin = new RegExp(
  `^(?:${paths.oneClickUnsubscribe('[^/]+')}|${paths.oneClickReminder('[^/]+')})/?$`,
)

function isCrossSite(request: Request, { publicUrl, secureCookies }: Config): boolean {
  const url = new URL(request.url)
  if (anyOrigin.test(url.pathname)) return false
  const origin = request.headers.get('origin')
  // Other names than PUBLIC_URL, such as that of this machine, are accepted where no one relies on https.
  if (origin !== null) return origin !== publicUrl && (secureCookies || origin !== url.origin)
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
