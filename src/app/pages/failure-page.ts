import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Failure } from '../../platform/errors.ts'
import type { AppEnv } from '../../platform/http.ts'

/** Whether a person opens an address or sends a form, rather than a script making a call: browsers accept HTML. */
export const wantsPage = (c: Context<AppEnv>) =>
  !c.req.path.startsWith('/api/') && (c.req.header('accept') ?? '').includes('text/html')

/** What went wrong and what to do next, in words. Needs neither the database nor the browser build. */
export function failurePage(c: Context<AppEnv>, brand: string, failure: Failure) {
  const { retryAfter } = failure.details
  const isForm = c.req.method !== 'GET'
  const reloads = failure.status === 503 && !isForm
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)))
  c.header('Cache-Control', 'no-store')
  const title =
    failure.status === 503 ? `${brand} is unavailable for a short time` : headingOf(failure, isForm)
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reloads ? html`<meta http-equiv="refresh" content="${retryAfter}">` : ''}
<title>${title} · ${brand}</title>
</head>
<body style="font-family: system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<h1>${title}</h1>
<p>${reloads ? 'This page loads again by itself.' : failure.message}</p>
${isForm ? html`<p>What you sent was not saved. Go back to the page before this one to send it again.</p>` : ''}
</body>
</html>`,
    failure.status,
  )
}

function headingOf({ status }: Failure, isForm: boolean): string {
  if (status === 500) return 'Something went wrong'
  return isForm ? 'This was not sent' : 'This page cannot be shown'
}
