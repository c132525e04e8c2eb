import type { IncomingMessage, Server } from 'node:http'

/** The first thousand chunks of a body may be small; all of a longer one must have this many bytes on average. */
const freeChunks = 1_000
const averageBytes = 100

/**
 * Ends a connection that sends a body in tiny chunks: Node passes each on by itself, so a body of 60 kB in chunks
 * of one byte takes as long as sixty megabytes in one piece.
 */
export function limitChunks(server: Server) {
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.headers['transfer-encoding'] === undefined) return
    const { socket } = request
    const push = request.push.bind(request)
    let chunks = 0
    let bytes = 0
    // Node calls it for each chunk. A listener for `data` would take the body from those who read it.
    request.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(chunk)
      if (socket.destroyed) return false
      chunks++
      bytes += chunk.length
      if (chunks <= freeChunks || bytes >= chunks * averageBytes) return push(chunk)
      server.emit('clientError', new TinyChunks('The chunks of the body are too small'), socket)
      return false
    }
  })
}

class TinyChunks extends Error {
  readonly code = 'TINY_CHUNKS'
}
