import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { preHydrationScriptHash } from './pages/pre-hydration-clicks.ts'

/** Those of every page and call, the same for each response: Hono copies a response whose headers are set later. */
export async function securityHeaders(
  https: boolean,
  scriptHashes: string[],
): Promise<[string, string][]> {
  const app = new Hono()
    .use(secureHeaders(policies(https, scriptHashes)))
    .get('*', c => c.body(null))
  return [...(await app.request('/')).headers]
}

function policies(https: boolean, scriptHashes: string[]): Parameters<typeof secureHeaders>[0] {
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", preHydrationScriptHash, ...scriptHashes],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'https://*.scdn.co', 'https://*.spotifycdn.com'],
      frameSrc: ['https://open.spotify.com'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: https ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  }
}
