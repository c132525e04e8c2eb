import * as http from 'node:http'
import * as https from 'node:https'
import { lookUpPublic } from '../../platform/limits/look-up-public.ts'

/** What one address responds with: a redirect, a page, or neither. */
export type Hop = { location: string | null; page: string | null }

type Options = {
  signal: AbortSignal
  /** Bytes of a page that are read; the rest is left unread. */
  maxBytes: number
  /** A server that stands in for every host in tests: it gets `https://host/path` as `/host/path`. */
  mockServer: string | null
}

/**
 * Requests an https address without cookies or credentials and follows nothing. Connects to public
 * addresses alone, wherever the host's name leads. Throws without a response.
 */
export async function fetchHop(url: URL, { signal, maxBytes, mockServer }: Options): Promise<Hop> {
  const response = await send(url, signal, mockServer)
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
function send(url: URL, signal: AbortSignal, mockServer: string | null) {
  const options = {
    signal,
    headers: {
      accept: 'text/html',
      // The short links' host redirects what names itself so; to browsers it sends a page with a script.
      'user-agent': 'curl (link preview)',
    },
  }
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = mockServer
      ? http.get(`${mockServer}/${url.hostname}${url.pathname}`, options, resolve)
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
