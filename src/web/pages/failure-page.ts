import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Failure } from '../../platform/errors.ts'
import { plainDocument } from '../../platform/http/html-document.ts'
import { type AppEnv, messageOf, presentFailure } from '../../platform/http/http.ts'

export const wantsPage = (c: Context<AppEnv>) =>
  !c.req.path.startsWith('/api/') && (c.req.header('accept') ?? '').includes('text/html')

/** A failure as a page where the client asks for one, otherwise as the JSON of a failed call. */
export const presentTo = (c: Context<AppEnv>, brand: string, failure: Failure) =>
  wantsPage(c) ? failurePage(c, brand, failure) : presentFailure(failure, c)

/** What went wrong and what to do next, in words. Needs neither the database nor the browser build. */
function failurePage(c: Context<AppEnv>, brand: string, failure: Failure) {
  const { retryAfter } = failure.details
  const isForm = c.req.method !== 'GET'
  const reloads = failure.status === 503 && !isForm
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)))
  c.header('Cache-Control', 'no-store')
  const title =
    failure.status === 503 ? `${brand} is unavailable for a short time` : headingOf(failure, isForm)
  const content = html`
<h1>${title}</h1>
<p>${reloads ? 'This page loads again by itself.' : messageOf(failure, c)}</p>
${isForm ? html`<p>${failure.code === 'database_unavailable' ? '' : 'What you sent was not saved. '}Go back to the page before this one to send it again.</p>` : ''}`
  const page = plainDocument(`${title} · ${brand}`, content, reloads ? retryAfter : undefined)
  return c.html(page, failure.status)
}

function headingOf({ status }: Failure, isForm: boolean): string {
  if (status === 500) return 'Something went wrong'
  return isForm ? 'This was not sent' : 'This page cannot be shown'
}
