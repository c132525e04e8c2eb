import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { loadSecret } from '../../platform/secrets/load-secret.ts'
import type { Mail } from '../mail.ts'
import { outboxAddress } from './outbox.routes.ts'
import { listOutbox, openOutbox, outboxFolder } from './outbox.ts'

const folder = await mkdtemp(join(tmpdir(), 'outbox-viewer-'))
afterAll(() => rm(folder, { recursive: true }))
const app = await openTestApp({ SMTP_URL: '', DATA_DIR: folder })
const { config, db } = app.context
const address = outboxAddress(config, await loadSecret(db, 'outbox'))
const path = new URL(address ?? '').pathname

/** Sends the mail to the outbox and returns the path of its page. */
async function send(mail: Mail): Promise<string> {
  const mails = outboxFolder(app.context.config)
  const before = await listOutbox(mails)
  await openOutbox({ folder: mails }).send(mail)
  const name = (await listOutbox(mails)).find(name => !before.includes(name))
  return `${path}/${name}`
}

async function get(address: string) {
  const response = await app.hono.request(`http://radr.test${address}`)
  return { response, status: response.status, text: await response.text() }
}

test('The outbox says that it is empty, then lists every mail, newest first', async () => {
  expect(await get(path)).toMatchObject({
    status: 200,
    text: expect.stringContaining('No mail yet'),
  })
  for (const n of [2, 3, 1]) await send(simpleMail(n))
  const { text } = await get(path)
  expect([...text.matchAll(/Mail \d/g)].map(String)).toEqual(['Mail 3', 'Mail 2', 'Mail 1'])
  expect(text).toContain('fan3@fan.example')
  expect(text).toContain('Jan 3, 2026, 00:00:00 UTC')
  expect(text).not.toContain('No mail yet')
})

test('The page of a mail shows its headers, its text, and its HTML in a frame', async () => {
  const oneClick = '<https://radr.test/api/unsubscribe/abc>'
  const address = await send(simpleMail(4, { headers: { 'List-Unsubscribe': oneClick } }))
  expect((await get(path)).text).toContain(`href="${address}"`)
  const { text } = await get(address)
  for (const expected of [
    'Radr &lt;drops@radr.example&gt;',
    'fan4@fan.example',
    'Mail 4',
    'Jan 4, 2026',
    '&lt;https://radr.test/api/unsubscribe/abc&gt;',
    'Text of 4',
    `src="${address}/html"`,
  ]) {
    expect(text).toContain(expected)
  }
  expect(text).not.toContain('HTML of 4')
  expect((await get(`${address}/html`)).text).toContain('<p>HTML of 4</p>')
})

test('The outbox is not found without its key', async () => {
  const address = await send(simpleMail(5))
  const wrong = path.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  for (const tried of [wrong, `${path}A`, path.slice(0, -1), '/outbox/x', '/outbox/%00']) {
    for (const tail of ['', address.slice(path.length), `${address.slice(path.length)}/html`]) {
      const { status, text } = await get(tried + tail)
      expect(status).toBe(404)
      expect(text).not.toMatch(/fan\d|Mail \d|of 5/)
    }
  }
})

test('Markup in headers and text is escaped, and the HTML of a mail is sandboxed', async () => {
  const evil = '<script>alert(1)</script>'
  const address = await send(
    simpleMail(6, {
      subject: evil,
      text: evil,
      html: evil,
      from: { name: evil, address: 'drops@radr.test' },
    }),
  )
  const [list, page, inner] = await Promise.all([get(path), get(address), get(`${address}/html`)])
  for (const { text, response } of [list, page]) {
    expect(text).not.toContain(evil)
    expect(text).toContain('&lt;script&gt;')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  }
  const policy = inner.response.headers.get('content-security-policy')
  expect(policy).toMatch(/^sandbox allow-popups /)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms|script-src/)
  expect(inner.response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  for (const { response } of [list, page, inner]) {
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('There is no outbox if mail is sent by SMTP', () => {
  const key = Buffer.alloc(32)
  const { config } = app.context
  expect(outboxAddress(config, key)).toBe(`http://radr.test/outbox/${key.toString('base64url')}`)
  expect(outboxAddress({ ...config, smtpUrl: 'smtp://mail.test' }, key)).toBeNull()
})
