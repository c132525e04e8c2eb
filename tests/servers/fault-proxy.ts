import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

type Observer = { onSent(data: Buffer): void; onReceived(): void }

/** A TCP proxy to `port` on this machine that fails as networks do; each connection has an observer. */
export async function startFaultProxy(port: number, observe?: () => Observer) {
  const connections = new Set<{ client: Socket; server: Socket }>()
  let target = port
  let state: 'forwarding' | 'silent' | 'refusing' = 'forwarding'

  const proxy = createServer({ pauseOnConnect: true }, client => {
    if (state === 'refusing') return client.resetAndDestroy()
    const server = connect(target, '127.0.0.1')
    const connection = { client, server }
    connections.add(connection)
    const observer = observe?.()
    client.on('data', data => observer?.onSent(data))
    server.on('data', () => observer?.onReceived())
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay()
      one.on('data', data => void other.write(data))
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        connections.delete(connection)
        other.destroy()
      })
      if (state === 'silent') one.pause()
      else one.resume()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    port: (proxy.address() as AddressInfo).port,
    /** Ends every connection as if its peer had closed it. */
    cut() {
      for (const { client, server } of connections) for (const end of [client, server]) end.end()
    },
    reset,
    /** Resets every connection and refuses new ones. */
    refuse() {
      state = 'refusing'
      reset()
    },
    /** Passes nothing on in either direction; what is sent meanwhile arrives after `restore`. */
    silence() {
      state = 'silent'
      for (const { client, server } of connections) for (const end of [client, server]) end.pause()
    },
    restore() {
      state = 'forwarding'
      for (const { client, server } of connections) for (const end of [client, server]) end.resume()
    },
    /** Leads new connections to another port. */
    redirect(to: number) {
      target = to
      reset()
    },
    async close() {
      reset()
      proxy.close()
      await once(proxy, 'close')
    },
  }

  function reset() {
    for (const { client, server } of connections) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }
}
