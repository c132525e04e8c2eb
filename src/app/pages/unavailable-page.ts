import type { Context } from 'hono'
import type { Failure } from '../../platform/errors.ts'
import type { AppEnv } from '../../platform/http.ts'

/** Whether a person is opening an address, rather than a script making a call. */
export const wantsPage = (c: Context<AppEnv>) =>
  c.req.method === 'GET' && !c.req.path.startsWith('/api/')

/** Needs neither the database nor the browser build, and loads itself again. */
export function unavailablePage(c: Context<AppEnv>, brand: string, failure: Failure) {
  const seconds = String(failure.details.retryAfter)
  c.header('Retry-After', seconds)
  c.header('Cache-Control', 'no-store')
  return c.html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${seconds}">
<title>${brand} is unavailable</title>
</head>
<body style="font-family: system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<h1>${brand} is unavailable for a short time</h1>
<p>This page loads again by itself.</p>
</body>
</html>`,
    503,
  )
}
