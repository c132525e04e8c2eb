import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Replies from the greeting to the end of the body. */
export const acceptingReplies = [
  '220 hi',
  '250 hello',
  '250 sender',
  '250 recipient',
  '354 go on',
  '250 accepted',
]

/**
 * An SMTP server that answers each command on a connection with the next of these replies, and then
 * with nothing or with a reply that does not end. `waits` are milliseconds before each reply: on the
 * first connection, on the second and so on, the last also on further ones.
 */
export async function startScriptedSmtp(
  replies: string[],
  { waits = [0], isEndless = false } = {},
) {
  const stalled = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  let bodies = 0
  const server = createServer(socket => {
    const wait = waits[sockets.length] ?? waits.at(-1)
    const left = [...replies]
    sockets.push(socket)
    socket.on('error', () => {})
    const reply = () => {
      const next = left.shift()
      if (next) setTimeout(() => socket.write(`${next}\r\n`), wait).unref()
      else if (isEndless) setInterval(() => socket.write('250-more to come\r\n'), 10).unref()
      else stalled.resolve()
    }
    reply()
    socket.on('data', data => {
      if (data.toString().endsWith('\r\n.\r\n')) bodies++
      reply()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** A command has come that is not answered. */
    stalled: stalled.promise,
    bodies: () => bodies,
    connections: () => sockets.length,
  }
}
