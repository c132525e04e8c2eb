import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { drainable } from '../operations/drain.ts'
import { measureRequest } from '../operations/monitoring/http-metrics.ts'
import type { App } from '../platform/http/http.ts'
import { listenError } from '../platform/http/listen-error.ts'
import { limitChunks } from '../platform/limits/chunk-limit.ts'
import { limitConnections } from '../platform/limits/connection-limit.ts'
import type { FastPath } from './fast-path/fast-path.ts'
import { refusedStatus, refuseUnreadable } from './unreadable-requests.ts'

type Options = {
  host: string
  port: number
  setting: string
  connectionsPerAddress: number | null
  fastPath?: FastPath
  /** Headers of the response to what cannot be read as a request. */
  errorHeaders?: [string, string][]
  silenceMs?: number
}

export type Listening = {
  url: string
  /** Ends each connection with its next response. */
  drain(): void
  close(): Promise<void>
}

/** Milliseconds after which connections that are still open are cut off when the process stops. */
const closeTimeout = 5_000

/**
 * Node's own limits. Milliseconds a client may take for the head of a request, and for all of it, checked every five
 * seconds: one that sends a byte at a time would hold its connection for ever.
 */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}

/** A connection would have all requests handled in one turn of the event loop that fit in a packet. Clients reconnect. */
const maxRequestsPerSocket = 100

/** Milliseconds after which a connection is cut off on which nothing moves, such as that of a client that does not read. */
const silenceTimeout = 120_000

export function listen(app: App, options: Options): Promise<Listening> {
  const { host, port, connectionsPerAddress, fastPath, errorHeaders = [] } = options
  const serveApp = getRequestListener(app.fetch, {
    // Load balancers probe with HTTP/1.0, whose requests may lack `Host`.
    hostname: 'localhost',
    errorHandler: error =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: errorHeaders,
      }),
  })
  const refusalHeaders = Object.fromEntries([...errorHeaders, ['Connection', 'close']])
  const serve: RequestListener = (request, response) => {
    measureRequest(request, response)
    const refused = refusedStatus(request)
    if (refused) response.writeHead(refused, refusalHeaders).end()
    else if (!fastPath?.(request, response)) void serveApp(request, response)
  }
  const drain = drainable(serve)
  const server = createServer({ ...timeouts, requireHostHeader: false }, drain.listen)
  server.on('checkExpectation', drain.listen)
  server.on('connection', drain.onConnection)
  server.maxRequestsPerSocket = maxRequestsPerSocket
  // Node would respond with a 503 that has no headers.
  server.on('dropRequest', (_, socket) => socket.destroy())
  server.timeout = options.silenceMs ?? silenceTimeout
  refuseUnreadable(server, errorHeaders)
  limitChunks(server)
  if (connectionsPerAddress !== null) limitConnections(server, connectionsPerAddress)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, options)))
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        drain: drain.start,
        close: () => drain.close(() => closeServer(server)),
      })
    })
  })
}

async function closeServer(server: Server) {
  const closed = new Promise(done => server.close(done))
  const cutOff = setTimeout(() => server.closeAllConnections(), closeTimeout)
  await closed
  clearTimeout(cutOff)
}
