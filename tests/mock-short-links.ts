import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Responds to a request of one address. */
type Responder = (response: ServerResponse, request: IncomingMessage) => void

export type MockShortLinks = Awaited<ReturnType<typeof startMockShortLinks>>

/** A server that stands in for the hosts of short links; for addresses it does not know it returns 404. */
export async function startMockShortLinks() {
  const responders = new Map<string, Responder>()
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const respond = responders.get(`https:/${request.url}`)
    if (respond) respond(response, request)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** In order. */
    requests,
    respond: (address: string, responder: Responder) => void responders.set(address, responder),
    redirect: (address: string, location: string) =>
      void responders.set(address, response => response.writeHead(307, { location }).end()),
    page: (address: string, html: string) =>
      void responders.set(address, response => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
