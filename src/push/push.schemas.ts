import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../platform/http/endpoint.shared.ts'

export const getPush = {
  route: 'GET /api/push',
  access: 'member',
  response: z.object({
    /** An uncompressed point of P-256, in base64url. */
    publicKey: z.string(),
    subscribed: z.boolean(),
  }),
} satisfies Endpoint

const endpoint = z
  .string()
  .check(
    z.maxLength(1000, 'The endpoint is too long.'),
    z.refine(isPushService, 'The endpoint must be an https address of a public push service.'),
  )

const base64url = (bytes: number) => {
  const digits = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .check(
      z.regex(
        new RegExp(`^[\\w-]{${digits}}={0,2}$`),
        `A key must be ${bytes} bytes in base64url.`,
      ),
    )
}

/** The body is what the browser’s `PushSubscription` is as JSON. */
export const subscribe = {
  route: 'PUT /api/push/subscription',
  access: 'member',
  body: z.object({
    endpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  limits: perHour({ account: 60 }),
} satisfies Endpoint

export const unsubscribe = {
  route: 'DELETE /api/push/subscription',
  access: 'member',
  limits: perHour({ account: 60 }),
} satisfies Endpoint

/** A host has a name, because the IP behind it is checked where it is looked up. */
function isPushService(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const hasName = /^[a-z\d.-]+\.[a-z][a-z\d-]*$/.test(hostname)
  return protocol === 'https:' && hasName && port === '' && username === '' && password === ''
}
