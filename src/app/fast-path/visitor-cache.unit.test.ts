import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startLocalServer } from '../../../tests/servers/local-server.ts'
import { readyResponse, sendReady } from './ready-response.ts'
import { createVisitorCache } from './visitor-cache.ts'

test('The bytes of the visitor cache are bounded, and those of encodings that are added later count', async () => {
  // 40 kB each, and 20 kB more with gzip: three fit uncompressed, two in both encodings.
  const pages = new Map<string, string>()
  let rendered: string[] = []
  const serve = createVisitorCache({
    fetch({ url }) {
      const { pathname } = new URL(url)
      rendered.push(pathname)
      const page = pages.get(pathname) ?? randomBytes(20_000).toString('hex')
      pages.set(pathname, page)
      return new Response(page)
    },
    isShared: () => true,
    sharedQuery: () => '',
    preferences: () => '',
    sessionCookie: 'session=',
    cdnSeconds: null,
    maxBytes: 130_000,
    onError(error) {
      throw error
    },
  })
  const server = await startLocalServer(serve)
  const get = async (path: string, encoding: string) =>
    (await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })).text()

  const paths = ['/a', '/b', '/c', '/a', '/b', '/c']
  for (const path of paths) expect(await get(path, 'identity')).toBe(pages.get(path))
  expect(rendered).toEqual(['/a', '/b', '/c'])

  for (const path of ['/a', '/b', '/c']) expect(await get(path, 'gzip')).toBe(pages.get(path))
  rendered = []
  for (const path of ['/c', '/b', '/a']) await get(path, 'identity')
  expect(rendered).toEqual(['/a'])
  await server.close()
})

test('A response is compressed once for all requests that accept the encoding', () => {
  const ready = readyResponse(200, [], randomBytes(20_000))
  const sent: unknown[] = []
  class Recorded extends ServerResponse {
    override end(body?: unknown) {
      sent.push(body)
      return this
    }
  }
  const request = new IncomingMessage(new Socket())
  request.headers = { 'accept-encoding': 'br' }
  for (let n = 0; n < 3; n++) sendReady(ready, request, new Recorded(request))
  expect(sent).toHaveLength(3)
  expect(sent[0]).toBeInstanceOf(Buffer)
  for (const body of sent) expect(body).toBe(sent[0])
})
