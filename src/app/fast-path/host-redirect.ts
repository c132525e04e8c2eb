import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../platform/config.ts'

const monitored = /^\/(?:livez|readyz|healthz|metrics)(?:\?|$)/

/**
 * Redirects GET requests for another public name of this installation to `PUBLIC_URL`, because forms and calls
 * of a page are only accepted from there. Proxies that send an address or a name of their own are let through.
 */
export function createHostRedirect({
  publicUrl,
  hasPublicUrl,
}: Pick<Config, 'publicUrl' | 'hasPublicUrl'>) {
  const { host: publicHost, hostname } = new URL(publicUrl)
  // Many proxies pass the name on without the port.
  const own = [publicHost, hostname]
  return ({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    const host = headers.host?.toLowerCase() ?? ''
    if (!hasPublicUrl || own.includes(host) || (method !== 'GET' && method !== 'HEAD')) return false
    if (!isPublicName(host) || !url.startsWith('/') || monitored.test(url)) return false
    response.writeHead(308, { location: publicUrl + url, 'cache-control': 'no-cache' }).end()
    return true
  }
}

/** Names inside a network, such as `localhost` or `app`, have no dot. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0
}
