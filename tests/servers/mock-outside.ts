import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

/** Responds to a request of one URL. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => void

export type MockOutside = Awaited<ReturnType<typeof startMockOutside>>

/** A server in place of all outside services (`OUTSIDE_SERVICES`); for URLs it does not know it returns 404. */
export async function startMockOutside() {
  const responders = new Map<string, Responder>()
  const requests: IncomingMessage[] = []
  const { url, close } = await startLocalServer((request, response) => {
    requests.push(request)
    const [path = ''] = (request.url ?? '').split('?')
    const parent = path.slice(0, path.lastIndexOf('/') + 1)
    const respond = responders.get(`https:/${path}`) ?? responders.get(`https:/${parent}`)
    if (respond) respond(response, request)
    else sendPage(response, '<h1>Not found</h1>', 404)
  })
  return {
    url: url as `http://${string}`,
    close,
    /** The requests in order. */
    requests,
    /** A URL that ends in a slash stands for all below it. */
    respond: (address: string, responder: Responder) => void responders.set(address, responder),
    redirect: (address: string, location: string) =>
      void responders.set(address, response => response.writeHead(307, { location }).end()),
    page: (address: string, html: string) =>
      void responders.set(address, response => sendPage(response, html)),
  }
}

export function sendPage(response: ServerResponse, html: string, status = 200) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
