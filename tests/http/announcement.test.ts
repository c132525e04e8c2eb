import { beforeAll, expect, test } from 'vitest'
import { setRole } from '../../src/admin/set-role.ts'
import { listenTestApp } from '../listening-app.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp()
const admin = await app.member('boss')
const server = await listenTestApp(app)
beforeAll(() => setRole(app.context.db, 'boss', 'admin', true))

const announce = (text: string) => admin.call('PUT', '/api/admin/announcement', { text })
const page = async (cookie = '', path = '/charts') =>
  (await fetch(server.url + path, { headers: cookie ? { cookie } : {} })).text()
/** What the form on the page sends without JavaScript. */
const dismiss = (html: string, to = '/charts?x=1') =>
  fetch(`${server.url}/announcement`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id: /name="id" value="([^"]+)"/.exec(html)?.[1] ?? '', to }),
  })
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

test('An announcement is on every page within two seconds, as text, until it is dismissed or removed', async () => {
  expect(await page()).not.toContain('aria-label="Announcement"')
  expect((await announce(' Mail is slow today <b>&amp; tomorrow ')).status).toBe(204)
  await expect
    .poll(() => page(), { timeout: 4_000 })
    .toContain('Mail is slow today &lt;b&gt;&amp;amp; tomorrow</p>')
  for (const path of ['/', '/login', '/nobody-here', '/boss'])
    await expect.poll(() => page('', path)).toContain('Mail is slow today')

  const response = await dismiss(await page())
  expect([response.status, response.headers.get('location')]).toEqual([303, '/charts?x=1'])
  const cookie = cookieOf(response)
  expect(await page(`theme=dark; ${cookie}`)).not.toContain('Mail is slow')
  expect(await page(cookie, '/boss')).not.toContain('Mail is slow')
  expect(await page('theme=dark')).toContain('Mail is slow')

  await announce('All is well again.')
  await expect.poll(() => page(cookie), { timeout: 4_000 }).toContain('All is well again.')
  await announce('')
  await expect.poll(() => page(), { timeout: 4_000 }).not.toContain('aria-label="Announcement"')
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', ''])(
  'Dismissing leads to this site, not to %j',
  async to => {
    expect((await dismiss('', to)).headers.get('location')).toBe('/')
  },
)

test('Only administrators read and set the announcement, which has at most 200 characters', async () => {
  expect((await announce('x'.repeat(201))).status).toBe(400)
  expect((await announce('Short')).status).toBe(204)
  const { body } = await admin.call('GET', '/api/admin/announcement')
  expect(body).toEqual({ text: 'Short' })
  const member = await app.member()
  expect((await member.call('PUT', '/api/admin/announcement', { text: '' })).status).toBe(403)
})
