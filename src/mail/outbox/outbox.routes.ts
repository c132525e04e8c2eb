import type { Context as Request } from 'hono'
import { html, raw } from 'hono/html'
import type { Address, Email } from 'postal-mime'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { htmlDocument } from '../../platform/http/html-document.ts'
import type { App, AppEnv } from '../../platform/http/http.ts'
import { loadSecret } from '../../platform/secrets/load-secret.ts'
import { isSameSecret } from '../../platform/secrets/tokens.ts'
import { formatDate } from '../../ui/text/format.ts'
import { listOutbox, outboxFolder, readOutboxMail } from './outbox.ts'
import { outboxStyle } from './outbox-style.ts'

const pageSize = 100

/** The URL of the outbox; null if mail is sent by SMTP. The key in it is the only protection. */
export const outboxAddress = ({ smtpUrl, publicUrl }: Config, key: Buffer): string | null =>
  smtpUrl ? null : `${publicUrl}/outbox/${encodeKey(key)}`

/** The outbox in the browser. Register it before the headers of other pages, which forbid frames. */
export function outboxRoutes(app: App, { config, db }: Context) {
  if (config.smtpUrl) return
  const folder = outboxFolder(config)

  app.use('/outbox/:key/*', async (c, next) => {
    const key = encodeKey(await loadSecret(db, 'outbox'))
    if (!isSameSecret(c.req.param('key'), key)) throw notFound('This page')
    await next()
  })

  app.get('/outbox/:key', async c => {
    const names = await listOutbox(folder)
    const shown = names.slice(0, pageSize)
    const mails = await Promise.all(
      shown.map(async name => ({ name, mail: await readOutboxMail(folder, name) })),
    )
    return sendPage(c, config.brand, 'Outbox', listPage(c.req.path, mails, names.length))
  })

  app.get('/outbox/:key/:name', async c => {
    const mail = await readOutboxMail(folder, c.req.param('name'))
    if (!mail) throw notFound('This mail')
    const listPath = `/outbox/${c.req.param('key')}`
    return sendPage(c, config.brand, subjectOf(mail), mailPage(listPath, c.req.path, mail))
  })

  app.get('/outbox/:key/:name/html', async c => {
    const mail = await readOutboxMail(folder, c.req.param('name'))
    if (!mail?.html) throw notFound('This mail')
    setHeaders(c, { 'Content-Security-Policy': mailPolicy, 'X-Frame-Options': 'SAMEORIGIN' })
    return c.html(mail.html)
  })
}

const encodeKey = (key: Buffer) => key.toString('base64url')

type Html = ReturnType<typeof html>

async function sendPage(c: Request<AppEnv>, brand: string, title: string, content: Html) {
  setHeaders(c, { 'Content-Security-Policy': pagePolicy, 'X-Frame-Options': 'DENY' })
  const head = html`<title>${title} · ${brand}</title>
<link rel="icon" href="/icon.svg">
<style>${raw(outboxStyle)}</style>`
  const body = html`<main>${content}</main>`
  const parts = { head: [String(await head)], body: [String(await body)] }
  return c.html(htmlDocument(parts).join(''))
}

function setHeaders(c: Request<AppEnv>, headers: Record<string, string>) {
  for (const [name, value] of Object.entries({ ...commonHeaders, ...headers }))
    c.header(name, value)
}

const commonHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The URL contains the key, which pages that a mail links to must not receive.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Links open outside the frame; scripts and forms do not run. */
const sandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const mailPolicy = `sandbox ${sandbox}; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

function listPage(
  path: string,
  mails: { name: string; mail: Email | null }[],
  total: number,
): Html {
  return html`<header>
<h1>Outbox</h1>
<p>Every email is kept here instead of being sent, because SMTP_URL is not set.</p>
<a class="button" href="${path}">Reload</a>
</header>
${
  total === 0
    ? html`<p class="empty">No mail yet. Follow somebody by email, reset a password or drop, then reload.</p>`
    : html`<ol class="mails">${mails.map(({ name, mail }) => mail && listItem(path, name, mail))}</ol>`
}
${total > mails.length ? html`<p>The newest ${mails.length} of ${total} emails.</p>` : ''}`
}

function listItem(path: string, name: string, mail: Email): Html {
  return html`<li>
<a href="${path}/${name}">${subjectOf(mail)}</a>
<span class="to">${mail.to?.map(nameOf).join(', ')}</span>
<time datetime="${mail.date}">${timeOf(mail)}</time>
</li>`
}

function mailPage(listPath: string, path: string, mail: Email): Html {
  const fields: [string, string | undefined][] = [
    ['From', mail.from && nameOf(mail.from)],
    ['To', mail.to?.map(nameOf).join(', ')],
    ['Date', timeOf(mail)],
    ['List-Unsubscribe', mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value],
  ]
  return html`<header>
<a href="${listPath}">← Outbox</a>
<h1>${subjectOf(mail)}</h1>
<dl>${fields.map(([name, value]) => value && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</header>
${mail.html ? html`<iframe title="The email as HTML" src="${path}/html" sandbox="${sandbox}"></iframe>` : ''}
<h2>As plain text</h2>
<pre>${mail.text}</pre>`
}

const subjectOf = (mail: Email) => mail.subject || '(no subject)'

const nameOf = ({ name, address }: Address) =>
  name && address ? `${name} <${address}>` : (address ?? name)

/** "Nov 18, 2026, 14:05:09 UTC". */
function timeOf({ date }: Email): string {
  if (!date) return ''
  const time = new Date(date).toISOString()
  return `${formatDate(time)}, ${time.slice(11, 19)} UTC`
}
