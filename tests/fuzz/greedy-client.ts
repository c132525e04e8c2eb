import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

// A thread of its own, so that its work does not delay the server whose event loop is measured.

/** Connections that send `requests` at once on each, and read the responses or not, until the message `end`. */
export type Greed = {
  port: number
  connections: number
  requests: number
  paths: string[]
  headers: string
  reads: boolean
}

parentPort?.on('message', async (greed: Greed | 'end') => {
  if (greed === 'end') {
    for (const socket of sockets.splice(0)) socket.destroy()
    parentPort?.close()
    return
  }
  await Promise.all(Array.from({ length: greed.connections }, (_, n) => open(greed, n)))
  parentPort?.postMessage('sent')
})

const sockets: Socket[] = []

async function open({ port, requests, paths, headers, reads }: Greed, index: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  // The server ends connections that ask for too much.
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  const path = (n: number) => paths[(index * requests + n) % paths.length]
  const heads = Array.from(
    { length: requests },
    (_, n) => `GET ${path(n)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`,
  )
  if (reads) socket.resume()
  const written = new Promise<void>(resolve => socket.write(heads.join(''), () => resolve()))
  await Promise.race([written, once(socket, 'close')])
}
