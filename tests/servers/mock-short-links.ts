import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

/** Responds to a request of one address. */
type Responder = (response: ServerResponse, request: IncomingMessage) => void

export type MockShortLinks = Awaited<ReturnType<typeof startMockShortLinks>>

/** A server that stands in for the hosts of short links; for addresses it does not know it returns 404. */
export async function startMockShortLinks() {
  const responders = new Map<string, Responder>()
  const requests: IncomingMessage[] = []
  const { url, close } = await startLocalServer((request, response) => {
    requests.push(request)
    const respond = responders.get(`https:/${request.url}`)
    if (respond) respond(response, request)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  })
  return {
    url,
    close,
    /** In order. */
    requests,
    respond: (address: string, responder: Responder) => void responders.set(address, responder),
    redirect: (address: string, location: string) =>
      void responders.set(address, response => response.writeHead(307, { location }).end()),
    page: (address: string, html: string) =>
      void responders.set(address, response => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      }),
  }
}
