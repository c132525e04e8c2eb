import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { lookUpPublic } from './look-up-public.ts'

/** `on`: the internet; `off`: none is asked; a URL of this machine: one server in place of all of them, in tests. */
export type OutsideServices = 'on' | 'off' | `http://${string}`

type Options = {
  method?: 'GET' | 'POST'
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer
  signal: AbortSignal
  maxBytes: number
  isEnough?: (chunk: Buffer) => boolean
}

export type PublicResponse = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  /** False when the rest of the body was left unread. */
  isComplete: boolean
}

/**
 * Fetches without cookies or redirects. The host must be a name that leads to public IPs alone.
 * Throws if there is no response.
 */
export async function fetchPublic(
  services: OutsideServices,
  url: URL,
  { method = 'GET', headers = {}, body, signal, maxBytes, isEnough = () => false }: Options,
): Promise<PublicResponse> {
  const response = await send()
  try {
    const chunks: Buffer[] = []
    let size = 0
    let isComplete = true
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size <= maxBytes && !isEnough(chunk)) continue
      isComplete = false
      break
    }
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: Buffer.concat(chunks).subarray(0, maxBytes),
      isComplete,
    }
  } finally {
    response.destroy()
  }

  /** `node:https` and not `fetch`, which cannot be given a `lookup`. */
  function send() {
    // A number is connected to without a look-up. `URL` has written every form of it as four numbers or in brackets.
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
      throw new Error('The host is an address and not a name')
    if (services === 'off') throw new Error('Outside services are switched off')
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const options = { method, headers, signal }
    const request =
      services === 'on'
        ? https.request(url, { ...options, lookup: lookUpPublic }, resolve)
        : http.request(`${services}/${url.hostname}${url.pathname}${url.search}`, options, resolve)
    request.on('error', reject).end(body)
    return promise
  }
}

/** Whether a service cannot answer now, as opposed to answering that it does not have something. */
export const isUnavailable = ({ status }: PublicResponse) => status >= 500 || status === 429

export const hasType = ({ headers }: PublicResponse, type: string) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type
