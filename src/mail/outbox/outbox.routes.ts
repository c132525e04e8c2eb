import { timingSafeEqual } from 'node:crypto'
import type { Context as Request } from 'hono'
import { html, raw } from 'hono/html'
import type { Address, Email } from 'postal-mime'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { App, AppEnv } from '../../platform/http.ts'
import { loadSecret } from '../../platform/secrets.ts'
import { outboxFolder } from '../open-transport.ts'
import { listOutbox, readOutboxMail } from './outbox.ts'
import { outboxStyle } from './outbox-style.ts'

const mailsOnPage = 100

/** Where kept mail can be read; null when mail is really sent. The key in it is all that guards it. */
export const outboxAddress = ({ smtpUrl, publicUrl }: Config, key: Buffer): string | null =>
  smtpUrl ? null : `${publicUrl}${pathOf(key)}`

/** Kept mail in the browser. To be registered before the headers of other pages, which forbid frames. */
export function outboxRoutes(app: App, { config, db }: Context) {
  if (config.smtpUrl) return
  const folder = outboxFolder(config)
  let loading: Promise<Buffer> | null = null
  const loadKey = () => {
    loading ??= loadSecret(db, 'outbox').catch(error => {
      loading = null
      throw error
    })
    return loading
  }

  app.use('/outbox/:key/*', async (c, next) => {
    if (!isSame(c.req.param('key'), textOf(await loadKey()))) throw notFound('This page')
    await next()
  })

  app.get('/outbox/:key', async c => {
    const names = await listOutbox(folder)
    const shown = names.slice(0, mailsOnPage)
    const mails = await Promise.all(
      shown.map(async name => ({ name, mail: await readOutboxMail(folder, name) })),
    )
    return answerPage(c, config.brand, 'Outbox', listOf(c.req.path, mails, names.length))
  })

  app.get('/outbox/:key/:name', async c => {
    const mail = await readOutboxMail(folder, c.req.param('name'))
    if (!mail) throw notFound('This mail')
    const list = pathOf(await loadKey())
    return answerPage(c, config.brand, subjectOf(mail), mailOf(list, c.req.path, mail))
  })

  app.get('/outbox/:key/:name/html', async c => {
    const mail = await readOutboxMail(folder, c.req.param('name'))
    if (!mail?.html) throw notFound('This mail')
    setHeaders(c, { 'Content-Security-Policy': mailPolicy, 'X-Frame-Options': 'SAMEORIGIN' })
    return c.html(mail.html)
  })
}

const textOf = (key: Buffer) => key.toString('base64url')

const pathOf = (key: Buffer) => `/outbox/${textOf(key)}`

function isSame(given: string, ours: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(ours)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Html = ReturnType<typeof html>

function answerPage(c: Request<AppEnv>, brand: string, title: string, content: Html) {
  setHeaders(c, { 'Content-Security-Policy': pagePolicy, 'X-Frame-Options': 'DENY' })
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand}</title>
<link rel="icon" href="/icon.svg">
<style>${raw(outboxStyle)}</style>
</head>
<body><main>${content}</main></body>
</html>`)
}

function setHeaders(c: Request<AppEnv>, headers: Record<string, string>) {
  for (const [name, value] of Object.entries({ ...commonHeaders, ...headers }))
    c.header(name, value)
}

const commonHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The address is the key; no page that a mail links to may learn it.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Links open outside the frame; nothing else in a mail may act. */
const sandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const mailPolicy = `sandbox ${sandbox}; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

function listOf(path: string, mails: { name: string; mail: Email | null }[], total: number): Html {
  return html`<header>
<h1>Outbox</h1>
<p>Every email is kept here instead of being sent, because SMTP_URL is not set.</p>
<a class="button" href="${path}">Reload</a>
</header>
${
  total === 0
    ? html`<p class="empty">No mail yet. Follow somebody by email, reset a password or drop, then reload.</p>`
    : html`<ol class="mails">${mails.map(({ name, mail }) => mail && itemOf(path, name, mail))}</ol>`
}
${total > mails.length ? html`<p>The newest ${mails.length} of ${total} emails.</p>` : ''}`
}

function itemOf(path: string, name: string, mail: Email): Html {
  return html`<li>
<a href="${path}/${name}">${subjectOf(mail)}</a>
<span class="to">${mail.to?.map(nameOf).join(', ')}</span>
<time datetime="${mail.date}">${timeOf(mail)}</time>
</li>`
}

function mailOf(list: string, path: string, mail: Email): Html {
  const facts: [string, string | undefined][] = [
    ['From', mail.from && nameOf(mail.from)],
    ['To', mail.to?.map(nameOf).join(', ')],
    ['Date', timeOf(mail)],
    ['List-Unsubscribe', mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value],
  ]
  return html`<header>
<a href="${list}">← Outbox</a>
<h1>${subjectOf(mail)}</h1>
<dl>${facts.map(([name, value]) => value && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</header>
${mail.html ? html`<iframe title="The email as HTML" src="${path}/html" sandbox="${sandbox}"></iframe>` : ''}
<h2>As plain text</h2>
<pre>${mail.text}</pre>`
}

const subjectOf = (mail: Email) => mail.subject || '(no subject)'

const nameOf = ({ name, address }: Address) =>
  name && address ? `${name} <${address}>` : (address ?? name)

const timeOf = ({ date }: Email) => (date ? `${times.format(new Date(date))} UTC` : '')

const times = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})
