import { createServer, type Server } from 'node:http'
import { serve } from '@hono/node-server'
import { SettingError } from '../platform/config.ts'
import { limitConnections } from '../platform/connection-limit.ts'
import type { App } from '../platform/http.ts'

type Options = {
  host: string
  port: number
  /** The setting that names the port, for errors. */
  setting: string
  connectionsPerAddress: number | null
}

export type Listening = { url: string; close(): Promise<void> }

/** Milliseconds a client may take for the head of a request, and for all of it. */
const timeouts = { headersTimeout: 15_000, requestTimeout: 60_000 }

/** Serves an app over HTTP. Throws `SettingError` when the port is in use. */
export function listen(app: App, options: Options): Promise<Listening> {
  const { host, port, setting, connectionsPerAddress } = options
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, hostname: host, port, createServer, serverOptions: timeouts },
      address =>
        resolve({
          url: `http://${host}:${address.port}`,
          close: () => new Promise(done => server.close(() => done())),
        }),
    ) as Server
    if (connectionsPerAddress !== null) limitConnections(server, connectionsPerAddress)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SettingError(
              `${setting} ${port} is in use by another program: stop it or choose another ${setting}.`,
            )
          : error,
      ),
    )
  })
}
