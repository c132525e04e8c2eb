import { createECDH } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import webpush from 'web-push'
import type { Context, VapidKeys } from '../platform/context.ts'
import { fetchPublic, type OutsideServices } from '../platform/http/fetch-public.ts'

export type PushMessage = {
  title: string
  body: string
  /** The URL that the message opens, and its tag: one that arrives twice replaces itself. */
  address: string
}

export type Subscription = { endpoint: string; p256dh: string; auth: string }

type Options = {
  vapid: VapidKeys
  /** Whom the operators of push services can write to: an https or mailto URL. */
  contact: string
  /** Seconds that the push service keeps the message for a device that is off. */
  ttl: number
  signal: AbortSignal
  services: OutsideServices
}

const timeoutMs = 10_000

export const pushOptions = (
  { vapid, config }: Pick<Context, 'vapid' | 'config'>,
  services: OutsideServices,
  { ttl, signal }: Pick<Options, 'ttl' | 'signal'>,
): Options => ({
  vapid,
  contact: config.secureCookies ? config.publicUrl : `mailto:${config.mailFrom.address}`,
  ttl,
  signal,
  services,
})

/** Encrypts for one device. `gone`: it has unsubscribed. Connects to public IPs alone; throws without a response. */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
  { vapid, contact, ttl, signal, services }: Options,
): Promise<'sent' | 'gone' | 'failed'> {
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject: contact, ...vapid }, TTL: ttl },
  )
  const { status } = await fetchPublic(services, new URL(endpoint), {
    method: 'POST',
    headers: headers as OutgoingHttpHeaders,
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxBytes: 0,
  })
  if (status >= 200 && status < 300) return 'sent'
  return status === 404 || status === 410 ? 'gone' : 'failed'
}

export function vapidKeys(secret: Buffer): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: secret.toString('base64url'),
  }
}
