import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitChunks } from './chunk-limit.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** What a client is told that sends a body in chunks, and how many bytes of it were passed on. */
async function send(count: number, size: number) {
  let received = 0
  const server = createServer((request, response) => {
    request.on('data', chunk => {
      received += chunk.length
    })
    request.on('end', () => response.end(`received ${received}`))
  })
  limitChunks(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.write(`refused: ${error.code}`)
    socket.destroy()
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', data => {
    said += data
  })
  // The server may end the connection while the rest of the body is on its way.
  socket.on('error', () => {})
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  socket.write(`${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count))
  socket.write('0\r\n\r\n')
  await new Promise(resolve => socket.once('close', resolve))
  return { said, received }
}

test('A body in tens of thousands of chunks of one byte is refused, and few of them are passed on', async () => {
  const { said, received } = await send(60_000, 1)
  expect(said).toContain('refused: TINY_CHUNKS')
  expect(received).toBeLessThanOrEqual(1_000)
})

test.each([
  [1_000, 1],
  [20_000, 200],
  [3, 1_000_000],
])('A body of %i chunks of %i bytes is received', async (count, size) => {
  expect((await send(count, size)).said).toContain(`received ${count * size}`)
})
