import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { oneAtATime } from './pipelining-limit.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const requests = (count: number) =>
  Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')

async function open(handle: RequestListener) {
  const server = createServer(oneAtATime(handle)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', data => {
    said += data
  })
  socket.on('error', () => {})
  return { socket, said: () => said }
}

test('Requests that are sent ahead are handled one after the other, in their order', async () => {
  const handled: string[] = []
  let running = 0
  const { socket, said } = await open((request, response) => {
    expect(++running).toBe(1)
    handled.push(request.url ?? '')
    setImmediate(() => {
      running--
      response.end(`(${request.url})`)
    })
  })
  socket.write(requests(17))
  await expect.poll(said).toContain('(/16)')
  expect(handled).toEqual(Array.from({ length: 17 }, (_, n) => `/${n}`))
  socket.write(requests(1))
  await expect.poll(() => handled).toHaveLength(18)
})

test('A connection with more than 17 requests at a time is ended, and no further one is handled', async () => {
  let handled = 0
  const { socket } = await open(() => void handled++)
  socket.write(requests(200))
  await once(socket, 'close')
  expect(handled).toBe(1)
})

test('What a client has sent ahead is not handled once it is gone', async () => {
  const begun = Promise.withResolvers<void>()
  let handled = 0
  const { socket } = await open((_, response) => {
    handled++
    begun.resolve()
    response.once('close', closed.resolve)
  })
  const closed = Promise.withResolvers<void>()
  socket.write(requests(5))
  await begun.promise
  socket.destroy()
  await closed.promise
  expect(handled).toBe(1)
})
