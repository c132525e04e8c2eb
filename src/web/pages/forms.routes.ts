import type { Context, HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { FailureCode } from '../../contract/failure-codes.shared.ts'
import { paths } from '../../contract/paths.shared.ts'
import { Failure, invalidInput } from '../../platform/errors.ts'
import { type Route, splitRoute } from '../../platform/http/endpoint.shared.ts'
import type { App, AppEnv } from '../../platform/http/http.ts'

/** Pages whose one button also works without JavaScript: it posts to the page's own URL. */
const pages = [
  { path: paths.confirmFollow, route: 'POST /api/follows/confirm' },
  { path: paths.unsubscribe, route: 'POST /api/follows/unsubscribe' },
  { path: paths.undoUnsubscribe, route: 'POST /api/follows/unsubscribe/undo' },
  { path: paths.stopReminder, route: 'POST /api/drops/reminder/stop' },
  { path: paths.confirmEmail, route: 'POST /api/email/confirm' },
] as const

const limit = bodyLimit({ maxSize: 8 * 1024 })

/** Makes the call of the page’s script, and redirects with its outcome. Throws failures that are not about the token. */
export function formRoutes(app: App) {
  app.post(paths.mailChoices, limit, async c => {
    const { token = '', mail, frequency } = await readForm(c.req)
    const choices = { ...(mail && { mail: mail === 'on' }), ...(frequency && { frequency }) }
    await send(app, c, 'POST /api/mail-choices', { token, ...choices })
    return c.redirect(`${paths.mailChoices}?${new URLSearchParams({ token, saved: '1' })}`, 303)
  })
  app.post(paths.sendSong, limit, async c => {
    const { token, to, drop = '', spotifyUrl = '', words, member } = await readForm(c.req)
    const answered: Record<string, string> = token === undefined ? { to: to ?? '' } : { token }
    const song = { drop: Number(drop), spotifyUrl, words }
    const page = { ...answered, drop }
    try {
      await send(app, c, 'POST /api/returned-songs', { ...answered, ...song }, member)
    } catch (error) {
      if (!(error instanceof Failure) || !error.details.field) throw error
      // The form again, with what was typed.
      const failed = error.details.field === 'words' ? 'words' : error.code
      const typed = { spotifyUrl, words: words ?? '', failed }
      return c.redirect(`${paths.sendSong}?${new URLSearchParams({ ...page, ...typed })}`, 303)
    }
    // The page says what was sent, or why the link does not work.
    return c.redirect(`${paths.sendSong}?${new URLSearchParams(page)}`, 303)
  })
  for (const { path, route } of pages) {
    app.post(path, limit, async c => {
      const form = await readForm(c.req)
      const all = 'all' in form && { all: true }
      const response = await send(app, c, route, { token: form.token ?? '', ...all })
      const outcome: Record<string, string> = response
        ? { done: '1', name: response.username, ...(all && { all: '1' }) }
        : { failed: '1' }
      return c.redirect(`${path}?${new URLSearchParams(outcome)}`, 303)
    })
  }
}

async function readForm(request: HonoRequest): Promise<Record<string, string>> {
  const form = await request.parseBody().catch(() => {
    throw invalidInput('The form could not be read.')
  })
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
}

/**
 * Makes the call for the sender of the form, from their IP, so that limits count each by itself. Null when the token
 * is not valid. `member` is the key of the member whom the page was for.
 */
async function send(
  app: App,
  c: Context<AppEnv>,
  route: Route,
  body: object,
  member?: string,
): Promise<{ username: string } | null> {
  const { method, path } = splitRoute(route)
  const forwarded = c.req.header('x-forwarded-for')
  const response = await app.request(
    path,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(forwarded && { 'x-forwarded-for': forwarded }),
        ...(member !== undefined && { 'x-member': member }),
      },
      body: JSON.stringify(body),
    },
    { ...c.env, form: { viewer: c.get('viewer') } },
  )
  const result = (response.status === 204 ? {} : await response.json()) as Result
  if (!result.code) return { username: result.username ?? '' }
  if (result.code === 'invalid_token') return null
  const retryAfter = Number(response.headers.get('retry-after'))
  throw new Failure(result.code, result.message ?? '', {
    ...(result.field && { field: result.field }),
    ...(retryAfter > 0 && { retryAfter }),
  })
}

type Result = { username?: string; code?: FailureCode; message?: string; field?: string }
