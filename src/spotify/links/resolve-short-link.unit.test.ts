import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MockOutside, startMockOutside } from '../../../tests/servers/mock-outside.ts'
import { fetchPublic } from '../../platform/http/fetch-public.ts'
import { lookUpPublic } from '../../platform/http/look-up-public.ts'
import { resolveShortLink } from './resolve-short-link.ts'

const id = '7ifq3etzDP60X1IRaFVngl'
const track = { kind: 'track', id }
const short = 'https://spotify.link/L1Sb5i2ruDb'
const target = `https://open.spotify.com/track/${id}?si=abc&nd=1`

let hosts: MockOutside
beforeAll(async () => {
  hosts = await startMockOutside()
})
beforeEach(() => {
  hosts.requests.length = 0
})
afterAll(() => hosts.close())

const resolve = (link: string, timeoutMs?: number) => resolveShortLink(hosts.url, link, timeoutMs)

describe('A short link', () => {
  test('that redirects to a track gives it, without a request for the track', async () => {
    hosts.redirect(short, target)
    expect(await resolve(short)).toEqual(track)
    expect(hosts.requests).toHaveLength(1)
  })

  test('may lead over a page that names the track', async () => {
    hosts.redirect(short, 'https://spotify.app.link/L1Sb5i2ruDb?_p=x')
    hosts.page(
      'https://spotify.app.link/L1Sb5i2ruDb',
      `<html><head><meta content="https://open.spotify.com/track/${id}?si=a&amp;nd=1" property="og:url">
      </head><body><a href="https://open.spotify.com/album/2other">Album</a></body></html>`,
    )
    expect(await resolve(short)).toEqual(track)
  })

  test('may be a page with a link alone', async () => {
    const link = 'https://open.spotify.com/s/2czejYu'
    hosts.page(link, `<p>Go on</p><a class="next" href='${target}'>Open</a>`)
    expect(await resolve(link)).toEqual(track)
  })

  test('gives other things than tracks as what they are', async () => {
    hosts.redirect(short, '/track-of-no-kind')
    expect(await resolve(short)).toBeNull()
    hosts.redirect(short, 'https://open.spotify.com/playlist/37i9dQZF1DX5Q27plkaOQ3')
    expect(await resolve(short)).toEqual({ kind: 'playlist', id: '37i9dQZF1DX5Q27plkaOQ3' })
  })

  test.each([
    `http://open.spotify.com/track/${id}`,
    `https://open.spotify.com.evil.test/track/${id}`,
    `https://open.spotify.com@evil.test/track/${id}`,
    `https://open.spotify.com:8443/track/${id}`,
    `https://me:secret@open.spotify.com/track/${id}`,
    'http://spotify.app.link/next',
    'https://evil.test/next',
    'https://127.0.0.1/next',
    'https://[::1]/next',
    'file:///etc/passwd',
    'spotify:track:7ifq3etzDP60X1IRaFVngl',
    'https://',
  ])('that leads to %s leads nowhere, and nothing is requested there', async location => {
    hosts.redirect(short, location)
    expect(await resolve(short)).toBeNull()
    expect(hosts.requests).toHaveLength(1)
  })

  test('is followed over four hops and no more', async () => {
    const hop = (number: number) => `https://spotify.link/hop${number}`
    for (const number of [1, 2, 3, 4, 5]) hosts.redirect(hop(number), hop(number + 1))
    hosts.redirect(hop(5), target)
    expect(await resolve(hop(2))).toEqual(track)
    expect(hosts.requests).toHaveLength(4)
    expect(await resolve(hop(1))).toBeNull()
    expect(hosts.requests).toHaveLength(8)
  })

  test('is requested without cookies, also after a response that sets one', async () => {
    hosts.respond(short, response =>
      response
        .writeHead(302, { location: 'https://spotify.link/next', 'set-cookie': 'a=b; Path=/' })
        .end(),
    )
    hosts.redirect('https://spotify.link/next', target)
    expect(await resolve(short)).toEqual(track)
    for (const { headers } of hosts.requests) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  test('is read up to 64 kB', async () => {
    const far = `<a href="${target}">`
    hosts.page(short, ' '.repeat(64 * 1024 - far.length) + far)
    expect(await resolve(short)).toEqual(track)
    hosts.page(short, ' '.repeat(64 * 1024) + far)
    expect(await resolve(short)).toBeNull()
  })

  test('whose page never ends is given up after 64 kB', async () => {
    hosts.respond(short, response => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const pour = () => {
        while (response.write('x'.repeat(16_384)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await resolve(short)).toBeNull()
  })

  test('whose host does not respond, or fails, is a failure of the host', async () => {
    hosts.respond(short, () => {})
    await expect(resolve(short, 50)).rejects.toThrow()
    hosts.respond(short, response => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
    })
    await expect(resolve(short, 50)).rejects.toThrow()
    for (const status of [500, 503, 429]) {
      hosts.respond(short, response => response.writeHead(status).end())
      await expect(resolve(short)).rejects.toThrow(String(status))
    }
  })
})

describe('A private IP', () => {
  const addressOf = (name: string) =>
    new Promise((resolve, reject) => {
      lookUpPublic(name, { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      )
    })

  test.each([
    ...['localhost', '127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
    ...['::1', '::', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fd00::1', 'fe80::1', 'ff02::1'],
    ...['2002:a00:1::', '2001:0:1::'],
  ])('such as %s is not connected to', async name => {
    await expect(addressOf(name)).rejects.toThrow('no public address')
  })

  test('is distinguished from public ones', async () => {
    expect(await addressOf('35.186.224.25')).toEqual([{ address: '35.186.224.25', family: 4 }])
    expect(await addressOf('2600:1901:1:c36::')).toEqual([
      { address: '2600:1901:1:c36::', family: 6 },
    ])
  })

  test('is not reached by a name that leads to it', async () => {
    let connections = 0
    const server = createServer(() => {})
    server.on('connection', () => connections++)
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const request = fetchPublic('on', new URL(`https://localhost:${port}/`), {
      signal: AbortSignal.timeout(5_000),
      maxBytes: 1_000,
    })
    await expect(request).rejects.toThrow('no public address')
    expect(connections).toBe(0)
    server.close()
  })
})
