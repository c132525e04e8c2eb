import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connection-limit.ts'

const opened: Socket[] = []
const server = createServer((_, response) => response.end('hello'))
afterEach(() => {
  for (const socket of opened) socket.destroy()
  server.close()
})

test('A client has at most the permitted connections, and can open another after it closes one', async () => {
  limitConnections(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const first = await open()
  expect(await responds(first)).toBe(true)
  expect(await responds(await open())).toBe(true)
  expect(await responds(await open())).toBe(true)
  expect(await responds(await open())).toBe(false)
  first.destroy()
  await expect.poll(async () => responds(await open())).toBe(true)
})

test('All networks of an IPv6 /48 are one client, and those of another /48 another', () => {
  const tcpServer = createTcpServer()
  limitConnections(tcpServer, 2)
  const accepts = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    tcpServer.emit('connection', socket)
    return !socket.destroyed
  }
  const networks = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1']
  expect(networks.map(accepts)).toEqual([true, true, false, true])
})

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket)
  // A refused connection may be reset before or after it was reported as open.
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

/** Whether the server responds to a request on a connection; false when it closes it instead. */
async function responds(socket: Socket): Promise<boolean> {
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const first = await Promise.race([
    once(socket, 'data').then(String),
    once(socket, 'close').then(() => ''),
  ])
  return first.startsWith('HTTP/1.1 200')
}
