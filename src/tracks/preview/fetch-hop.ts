import { lookup as resolveName } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** What one address responds with: a redirect, a page, or neither. */
export type Hop = { location: string | null; page: string | null }

type Options = {
  signal: AbortSignal
  /** Bytes of a page that are read; the rest is left unread. */
  maxBytes: number
  /** A server that stands in for every host in tests: it gets `https://host/path` as `/host/path`. */
  standIn: string | null
}

/**
 * Requests an https address without cookies or credentials and follows nothing. Connects to public
 * addresses alone, wherever the host's name leads. Throws without a response.
 */
export async function fetchHop(url: URL, { signal, maxBytes, standIn }: Options): Promise<Hop> {
  const response = await send(url, signal, standIn)
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 500 || statusCode === 429)
      throw new Error(`${url.hostname} responded with ${statusCode}`)
    if (statusCode >= 300 && statusCode < 400)
      return { location: headers.location ?? null, page: null }
    const isPage = statusCode === 200 && /^text\/html\s*(;|$)/i.test(headers['content-type'] ?? '')
    return { location: null, page: isPage ? await readStart(response, maxBytes) : null }
  } finally {
    response.destroy()
  }
}

/** `node:https` and not `fetch`, which cannot be given a `lookup`. */
function send(url: URL, signal: AbortSignal, standIn: string | null) {
  const options = {
    signal,
    headers: {
      accept: 'text/html',
      // The short links' host redirects what names itself so; to browsers it sends a page with a script.
      'user-agent': 'curl (link preview)',
    },
  }
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = standIn
      ? http.get(`${standIn}/${url.hostname}${url.pathname}`, options, resolve)
      : https.get(url, { ...options, lookup: lookUpPublic }, resolve)
    request.on('error', reject)
  })
}

async function readStart(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/** `dns.lookup` that fails for a name with an address in a private or reserved network. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const hidden = addresses.some(({ address }) => isPrivate(address))
    const [first] = addresses
    if (hidden || !first) return callback(new Error(`${hostname} has no public address`), [])
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

// Two lists, because a list of both compares IPv4 addresses with IPv6 networks too.
const private4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  private4.addSubnet(network, prefix, 'ipv4')

/** All but the global unicast addresses, and of these the networks that carry IPv4 addresses. */
const private6 = new BlockList()
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2002::', 16],
] as const)
  private6.addSubnet(network, prefix, 'ipv6')

const isPrivate = (address: string) =>
  isIPv6(address) ? private6.check(address, 'ipv6') : private4.check(address, 'ipv4')
