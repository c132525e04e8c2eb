import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../platform/config/config.ts'

const monitored = /^\/(?:livez|readyz|healthz|metrics)(?:\?|$)/

/**
 * Redirects GET requests for another public name of this installation to `PUBLIC_URL`, because forms and calls
 * of a page are only accepted from there. Proxies that send an IP or a name of their own are let through.
 */
export function createHostRedirect(
  { publicUrl, hasPublicUrl }: Pick<Config, 'publicUrl' | 'hasPublicUrl'>,
  securityHeaders: Iterable<[string, string]>,
) {
  const headers = { ...Object.fromEntries(securityHeaders), 'cache-control': 'no-cache' }
  const { host: publicHost, hostname } = new URL(publicUrl)
  // Many proxies pass the name on without the port.
  const own = [publicHost, hostname]
  return (
    { method, url = '', headers: { host: given = '' } }: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    const host = given.toLowerCase()
    if (!hasPublicUrl || own.includes(host) || (method !== 'GET' && method !== 'HEAD')) return false
    if (!isPublicName(host) || !url.startsWith('/') || monitored.test(url)) return false
    response.writeHead(308, { ...headers, location: publicUrl + url }).end()
    return true
  }
}

/** Names inside a network, such as `localhost` or `app`, have no dot. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0
}
