import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../platform/config/config.ts'
import type { BrowserBuild } from '../web/pages/browser-build.ts'
import { preHydrationScriptHash } from '../web/pages/pre-hydration-script.ts'

/** Sets the security headers of every response, before the response is made. */
export function addSecurityHeaders(
  ...[config, build]: Parameters<typeof securityHeaders>
): MiddlewareHandler {
  const headers = securityHeaders(config, build)
  return async (c, next) => {
    for (const [name, value] of await headers) c.header(name, value)
    await next()
  }
}

/** The headers of every response. They are set before it is made: Hono copies a response whose headers are set later. */
export async function securityHeaders(
  { strictTransportSecurity }: Pick<Config, 'strictTransportSecurity'>,
  { scriptHashes }: Pick<BrowserBuild, 'scriptHashes'>,
): Promise<[string, string][]> {
  const app = new Hono()
    .use(secureHeaders({ strictTransportSecurity, ...policies(scriptHashes) }))
    .get('*', c => c.body(null))
  return [...(await app.request('/')).headers]
}

function policies(scriptHashes: string[]): Parameters<typeof secureHeaders>[0] {
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
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  }
}
