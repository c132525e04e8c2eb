import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'

const app = await openTestApp()

const get = (path: string) => app.hono.request(`http://radr.test${path}`)

async function memberWithDrop() {
  const member = await app.member()
  await member.call('POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/track/framed' })
  await member.call('POST', '/api/drops', {})
  return member
}

const oembed = (url: string, rest = '') =>
  app
    .visitor()
    .call<{ html: string; width: number; height: number; title: string }>(
      'GET',
      `/api/oembed?url=${encodeURIComponent(url)}${rest}`,
    )

test.each([
  ['', '/embed', (name: string) => `@${name}’s seven`],
  ['/drops/1', '/drops/1/embed', (name: string) => `Drop #1 by @${name}`],
])(
  'The page "/member%s" names its oEmbed description, which contains the frame',
  async (page, frame, title) => {
    const { username } = await memberWithDrop()
    const html = await (await get(`/${username}${page}`)).text()
    const [, url = ''] =
      /type="application\/json\+oembed" href="http:\/\/radr\.test([^"]+)"/.exec(html) ?? []
    const response = await get(url.replaceAll('&amp;', '&'))
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const body = (await response.json()) as { html: string; thumbnail_url: string }
    expect(body).toMatchObject({
      type: 'rich',
      version: '1.0',
      title: title(username),
      author_url: `http://radr.test/${username}`,
      thumbnail_width: 1200,
    })
    expect(body.html).toContain(`src="http://radr.test/${username}${frame}"`)
    expect((await get(new URL(body.thumbnail_url).pathname)).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  },
)

test('The oEmbed description of a URL with a previous name is that of the current one', async () => {
  const member = await memberWithDrop()
  const username = `${member.username}new`
  expect((await member.call('PUT', '/api/user/username', { username })).status).toBe(200)
  for (const page of ['', '/drops/1']) {
    const { status, body } = await oembed(`http://radr.test/${member.username}${page}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ author_url: `http://radr.test/${username}` })
  }
})

test('The frame is as small as it is asked to be', async () => {
  const { username } = await memberWithDrop()
  const { body } = await oembed(`http://radr.test/${username}`, '&maxwidth=300&maxheight=200')
  expect([body.width, body.height]).toEqual([300, 200])
  expect(body.html).toContain('width="300" height="200"')
})

test.each([
  'http://radr.test/nobody-here',
  'http://radr.test/charts',
  'http://elsewhere.test/mira',
  'http://radr.test/a"><script>',
  'no address',
  '',
])('There is no embed of "%s"', async url => {
  expect((await oembed(url)).status).toBe(404)
})

test.each(['maxwidth=0&maxheight=0', 'maxwidth=&maxheight=&format=', 'format=JSON'])(
  'With %s the frame has its own size',
  async rest => {
    const { username } = await memberWithDrop()
    const { status, body } = await oembed(`http://radr.test/${username}`, `&${rest}`)
    expect([status, body.width, body.height]).toEqual([200, 480, 560])
  },
)

test('An ill-formed size is rejected, and so is XML', async () => {
  const { username } = await memberWithDrop()
  expect((await oembed(`http://radr.test/${username}`, '&maxwidth=wide')).status).toBe(400)
  expect((await oembed(`http://radr.test/${username}`, '&format=xml')).status).toBe(501)
})

test('Other sites may show the embeds in a frame, and no other page', async () => {
  const { username } = await memberWithDrop()
  for (const path of [`/${username}/embed`, `/${username}/drops/1/embed?theme=dark`]) {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  for (const [path, status] of [
    [`/${username}`, 200],
    ['/nobody-here/embed', 404],
    [`/${username}/drops/2/embed`, 404],
    [`/${username}/drops/x/embed`, 404],
  ] as const) {
    const response = await get(path)
    expect(response.status, path).toBe(status)
    expect(response.headers.get('x-frame-options'), path).toBe('DENY')
    expect(response.headers.get('content-security-policy'), path).toContain(
      "frame-ancestors 'none'",
    )
  }
})

test('A theme is one of two, and what else is asked for has no effect', async () => {
  const { username } = await memberWithDrop()
  const themed = async (theme: string) => (await get(`/${username}/embed?theme=${theme}`)).text()
  expect(await themed('dark')).toContain('data-theme="dark"')
  expect(await themed('%22%3E%3Cscript%3E')).toBe(await (await get(`/${username}/embed`)).text())
})
