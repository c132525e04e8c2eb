import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../platform/http.ts'
import { limitConnections } from '../platform/limits/connection-limit.ts'
import { listenError } from '../platform/listen-error.ts'
import type { FastPath } from './fast-path/fast-path.ts'
import { measureRequest } from './monitoring/http-metrics.ts'

type Options = {
  host: string
  port: number
  setting: string
  connectionsPerAddress: number | null
  fastPath?: FastPath
}

export type Listening = { url: string; close(): Promise<void> }

/** Milliseconds after which connections that are still open are cut off when the process stops. */
const closeTimeout = 5_000

/** Milliseconds a client may take for the head of a request, and for all of it. */
const timeouts = { headersTimeout: 15_000, requestTimeout: 60_000 }

export function listen(app: App, options: Options): Promise<Listening> {
  const { host, port, connectionsPerAddress, fastPath } = options
  const serveApp = getRequestListener(app.fetch)
  const server = createServer(timeouts, (request, response) => {
    measureRequest(request, response)
    if (!fastPath?.(request, response)) void serveApp(request, response)
  })
  if (connectionsPerAddress !== null) limitConnections(server, connectionsPerAddress)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, options)))
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      resolve({
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        close: () => closeServer(server),
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
