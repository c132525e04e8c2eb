import * as http from 'node:http'
import * as https from 'node:https'
import webpush from 'web-push'
import type { VapidKeys } from '../platform/context.ts'
import { lookUpPublic } from '../platform/limits/look-up-public.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

type Options = {
  vapid: VapidKeys
  /** For the operators of push services: an https or mailto address. */
  contact: string
  /** Seconds that the push service keeps the message for a device that is off. */
  ttl: number
  signal: AbortSignal
  /** In tests, a server in place of every push service: it gets `https://host/path` as `/host/path`. */
  mockServer: string | null
}

const timeoutMs = 10_000

/**
 * Encrypts a message for one device and hands it to its push service. `gone` means that the device has
 * unsubscribed. Connects to public addresses alone; throws without a response.
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  message: object,
  { vapid, contact, ttl, signal, mockServer }: Options,
): Promise<'sent' | 'gone' | 'failed'> {
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject: contact, ...vapid }, TTL: ttl },
  )
  const url = new URL(endpoint)
  const options = {
    method: 'POST',
    headers: headers as http.OutgoingHttpHeaders,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  // Not the library's own request, which cannot be given a `lookup`.
  const request = mockServer
    ? http.request(`${mockServer}/${url.hostname}${url.pathname}`, options, resolve)
    : https.request(url, { ...options, lookup: lookUpPublic }, resolve)
  request.on('error', reject).end(body)
  const response = await promise
  // Read, so that the connection can be used again. The time limit ends an endless response.
  response.on('error', () => {}).resume()
  const { statusCode = 0 } = response
  if (statusCode >= 200 && statusCode < 300) return 'sent'
  return statusCode === 404 || statusCode === 410 ? 'gone' : 'failed'
}
