import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Config } from '../../platform/config/config.ts'
import { urlTooLong } from '../../platform/errors.ts'
import type { AppEnv } from '../../platform/http/http.ts'
import { presentTo } from '../../web/pages/failure-page.ts'
import { readyResponse, sendReady } from './ready-response.ts'

/** Characters. A search in Chinese, which is the longest text in a URL of ours, has 1,000. */
const maxLength = 2_048

/**
 * Refuses longer URLs with a 414 before anything else reads them: in the 16 kB that Node takes, thousands of invalid
 * escapes delay others, because each is decoded by itself.
 */
export async function createUrlLimit(
  { brand }: Pick<Config, 'brand'>,
  securityHeaders: [string, string][],
) {
  const app = new Hono<AppEnv>().get('/', c => {
    for (const [name, value] of securityHeaders) c.header(name, value)
    return presentTo(c, brand, urlTooLong())
  })
  const refusal = async (accept: string) => {
    const response = await app.request('/', { headers: { accept } })
    const body = Buffer.from(await response.arrayBuffer())
    return readyResponse(response.status, response.headers, body)
  }
  const [page, json] = [await refusal('text/html'), await refusal('application/json')]
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', headers } = request
    if (url.length <= maxLength) return false
    const wantsPage = !url.startsWith('/api/') && headers.accept?.includes('text/html')
    sendReady(wantsPage ? page : json, request, response)
    return true
  }
}
