import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MockOembed, sendJson, startMockOembed } from '../../../tests/servers/mock-oembed.ts'
import { fetchOembed } from './fetch-oembed.ts'

let service: MockOembed
beforeAll(async () => {
  service = await startMockOembed()
})
afterEach(() => service.respondWith())
afterAll(() => service.close())

const known = '5pjPli1o6JBDVxtdvWi4j8'
const ask = (timeoutMs?: number) => fetchOembed(service.url, known, { timeoutMs })
const answering = (answer: unknown) => {
  service.respondWith(response => sendJson(response, answer))
  return ask()
}

test('Title, artist and cover are returned as the service gives them', async () => {
  expect(await ask()).toEqual({
    title: 'クラムボンの瞑想- Meditation of Clammbon',
    artist: '磯田健一郎',
    artwork: `https://image-cdn-ak.spotifycdn.com/image/${known}`,
  })
})

test('The artist is null when the service gives none', async () => {
  expect(await answering({ title: 'Mykonos' })).toEqual({
    title: 'Mykonos',
    artist: null,
    artwork: null,
  })
})

test('A track that the service does not have is distinguished from a failing service', async () => {
  expect(await fetchOembed(service.url, 'nothing')).toBeNull()
  service.respondWith(response => response.writeHead(503).end())
  await expect(ask()).rejects.toThrow('503')
  service.respondWith(response => response.writeHead(429, { 'retry-after': '60' }).end())
  await expect(ask()).rejects.toThrow('429')
})

test('An HTML page is rejected with any status', async () => {
  service.respondWith(response =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('{"title":"Mykonos"}'),
  )
  await expect(ask()).rejects.toThrow('text/html')
})

test('JSON of another structure is rejected', async () => {
  for (const wrong of [null, [], 'Mykonos', {}, { title: 7 }, { title: ' \u0000 ' }]) {
    await expect(answering(wrong)).rejects.toThrow()
  }
  service.respondWith(response =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"title":'),
  )
  await expect(ask()).rejects.toThrow()
})

test('Covers are accepted only from the service’s own hosts', async () => {
  const coverOf = async (thumbnail_url: string) =>
    (await answering({ title: 'Mykonos', thumbnail_url }))?.artwork
  expect(await coverOf('https://i.scdn.co/image/a')).toBe('https://i.scdn.co/image/a')
  for (const address of [
    'http://i.scdn.co/image/a',
    'https://i.scdn.co.evil.test/a',
    'https://evilscdn.co/a',
    'https://i.scdn.co:8443/a',
    'https://me@i.scdn.co/a',
    'javascript:alert(1)//.scdn.co',
    'no address',
    `https://i.scdn.co/${'a'.repeat(600)}`,
  ]) {
    expect(await coverOf(address)).toBeNull()
  }
})

test('Titles are one line that the database can store', async () => {
  const answer = await answering({ title: `\u0000A\n\tB${'x'.repeat(1000)}` })
  expect(answer?.title).toMatch(/^A Bx{297}$/)
})

test('A redirect is not followed', async () => {
  let elsewhere = 0
  service.respondWith((response, id) => {
    if (id === known) return response.writeHead(302, { location: '/oembed?url=elsewhere' }).end()
    elsewhere++
    sendJson(response, { title: 'Elsewhere' })
  })
  await expect(ask()).rejects.toThrow()
  expect(elsewhere).toBe(0)
})

test('An endless response is aborted after 64 kB', async () => {
  service.respondWith(response => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const pour = () => {
      while (response.write('x'.repeat(16_384)));
    }
    response.on('drain', pour)
    pour()
  })
  await expect(ask()).rejects.toThrow('too large')
})

test('A service that does not respond, or stops in the middle, times out', async () => {
  service.respondWith(() => {})
  await expect(ask(50)).rejects.toThrow('timeout')
  service.respondWith(response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"title":')
  })
  await expect(ask(50)).rejects.toThrow('timeout')
})
