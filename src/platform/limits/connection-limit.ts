import type { Server } from 'node:net'
import { holderOf, networkOf } from './client-ip.ts'

/**
 * One client could open all connections that the process may have; Node has a limit of all clients together alone. A
 * client is an IPv4 address or an IPv6 /48, of whose 65,536 networks somebody may have all. The limit is only useful where
 * clients connect directly, because a proxy is one client.
 */
export function limitConnections(server: Server, max: number) {
  const open = new Map<string, number>()
  server.on('connection', socket => {
    const client = holderOf(networkOf(socket.remoteAddress ?? 'unknown'))
    const count = (open.get(client) ?? 0) + 1
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
    if (count > max) socket.destroy()
  })
}
